import {
  addFieldScores,
  createTopSlots,
  type QueryTerms,
  visitBest,
  type WeightedTerm,
  type YieldToEventLoop,
} from "@quarry/core";
import { decodePostings } from "../encoding/posting-list.ts";
import type { SegmentHeader } from "../encoding/segment-header.ts";
import { gramKey, wordKey } from "../encoding/term-key.ts";
import type { SpaceTerms, TermPart } from "../spaces/space-terms.ts";
import type { SegmentView, SpaceView } from "../spaces/space-view.ts";

/** A chunk among the best of its space, by its place; its id is not known yet. */
export interface Candidate {
  readonly writeNo: number;
  readonly ordinal: number;
  readonly score: number;
}

// Sums of a search that is over are taken again: they are large, and every search leaves them at 0.
const spare: Float64Array[] = [];
const MOST_SPARE = 2;

/**
 * The `limit` best chunks of a space, and all others that score as the last of them, in no order.
 * @param allowed By segment and document: 1 where the search may look; undefined when it may look everywhere.
 */
export async function scoreSpace(
  { view, parts }: SpaceTerms,
  query: QueryTerms,
  limit: number,
  allowed: readonly Uint8Array[] | undefined,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Candidate[]> {
  const bases = [0];
  for (const { header } of view.segments) bases.push((bases.at(-1) as number) + header.documentOf.length);
  const slots = bases.at(-1) as number;
  const sums = takeSums(slots);
  const sheets = view.segments.map((_, at) => sums.subarray(bases[at], bases[at + 1]));
  const sheetOf = new Map(view.segments.map((segment, at) => [segment, sheets[at] as Float64Array]));

  async function addField(
    terms: readonly WeightedTerm[],
    averageLength: number,
    keyOf: (term: string) => number,
    lengthsOf: (header: SegmentHeader) => Uint32Array,
  ): Promise<void> {
    const scoring = addFieldScores(
      terms,
      averageLength,
      (term) => parts.get(keyOf(term)) ?? [],
      ({ segment, count, bytes }: TermPart) => ({
        postings: decodePostings(bytes as Uint8Array, count),
        sums: sheetOf.get(segment) as Float64Array,
        lengths: lengthsOf(segment.header),
      }),
    );
    for (const _ of scoring) await yieldToEventLoop();
  }

  await addField(query.words, view.wordLength / view.chunkCount, wordKey, ({ wordLengths }) => wordLengths);
  await addField(query.grams, view.gramLength / view.chunkCount, gramKey, ({ gramLengths }) => gramLengths);
  const best = pickBest(view, sheets, limit, allowed);
  sums.fill(0, 0, slots);
  if (spare.length < MOST_SPARE) spare.push(sums);
  return best;
}

function pickBest(
  view: SpaceView,
  sheets: readonly Float64Array[],
  limit: number,
  allowed: readonly Uint8Array[] | undefined,
): Candidate[] {
  // Without ids the order of equals is open, but the worst score of the best is not.
  const top = createTopSlots(limit, () => "");
  const candidates: Candidate[] = [];
  for (const [at, segment] of view.segments.entries()) {
    const sums = sheets[at] as Float64Array;
    visitBest(sums, sums.length, top, (slot, score) => {
      if (!isOpen(segment, slot, allowed?.[at])) return;
      top.offer(0, score);
      const document = segment.header.documentOf[slot] as number;
      const writeNo = segment.header.writeNos[document] as number;
      const ordinal = slot - (segment.header.firstSlots[document] as number);
      candidates.push({ writeNo, ordinal, score });
    });
  }
  const border = top.sorted().at(-1)?.score ?? 0;
  return candidates.filter(({ score }) => score >= border);
}

function isOpen({ header, dead }: SegmentView, slot: number, allowed: Uint8Array | undefined): boolean {
  const document = header.documentOf[slot] as number;
  return dead?.[document] !== 1 && allowed?.[document] !== 0;
}

function takeSums(slots: number): Float64Array {
  const found = spare.findIndex((sums) => sums.length >= slots);
  return found >= 0 ? (spare.splice(found, 1)[0] as Float64Array) : new Float64Array(slots * 1.25 + 1024);
}
