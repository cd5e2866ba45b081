import {
  addFieldScores,
  createTopK,
  heaviestFirst,
  type PackedPostings,
  type QueryTerms,
  visitBest,
  type YieldToEventLoop,
} from "@quarry/core/internal";
import type { SegmentHeader } from "../encoding/segment-header.ts";
import { gramKey, wordKey } from "../encoding/term-key.ts";
import type { SpaceTerms, TermPart } from "../spaces/space-terms.ts";
import type { SegmentView, SpaceView } from "../storage/space-view.ts";

/** A chunk among the best of its space, by location; its id is read later. */
export interface Candidate {
  readonly writeNo: number;
  readonly ordinal: number;
  readonly score: number;
}

// Reuses the score arrays of finished searches: they are large, and every search resets them to 0.
const spareSums: Float64Array[] = [];
const MAX_SPARE = 2;

/** Adding as many takes below a millisecond. */
const POSTINGS_PER_CHECK = 100_000;

/**
 * Returns the `limit` best chunks of a space and all others with the score of the last of them, in no order.
 * @param allowed By segment and document: 1 when the document is in scope; undefined when all are.
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
  const segmentSums = view.segments.map((_, at) => sums.subarray(bases[at], bases[at + 1]));
  const sumsOf = new Map(view.segments.map((segment, at) => [segment, segmentSums[at] as Float64Array]));

  const fields = {
    words: {
      averageLength: view.wordLength / view.chunkCount,
      keyOf: wordKey,
      lengthsOf: ({ wordLengths }: SegmentHeader) => wordLengths,
    },
    grams: {
      averageLength: view.gramLength / view.chunkCount,
      keyOf: gramKey,
      lengthsOf: ({ gramLengths }: SegmentHeader) => gramLengths,
    },
  };
  let pending = 0;
  for (const term of heaviestFirst(query)) {
    const { averageLength, keyOf, lengthsOf } = fields[term.kind];
    const scoring = addFieldScores(
      [term],
      averageLength,
      () => parts.get(keyOf(term.term)) ?? [],
      ({ segment, term }: TermPart) => {
        pending += term.count;
        return {
          postings: term.postings as PackedPostings,
          sums: sumsOf.get(segment) as Float64Array,
          lengths: lengthsOf(segment.header),
        };
      },
    );
    // Not before each of the many short lists: even awaiting without a pause costs more than adding one.
    for (const _ of scoring)
      if (pending > POSTINGS_PER_CHECK) {
        pending = 0;
        await yieldToEventLoop();
      }
  }
  const best = pickBest(view, segmentSums, limit, allowed);
  sums.fill(0, 0, slots);
  if (spareSums.length < MAX_SPARE) spareSums.push(sums);
  return best;
}

function pickBest(
  view: SpaceView,
  segmentSums: readonly Float64Array[],
  limit: number,
  allowed: readonly Uint8Array[] | undefined,
): Candidate[] {
  // Without ids the order of equal scores is open, but the lowest score of the best is known.
  const top = createTopK(limit, () => "");
  const candidates: Candidate[] = [];
  for (const [at, segment] of view.segments.entries()) {
    const sums = segmentSums[at] as Float64Array;
    visitBest(sums, sums.length, top, (slot, score) => {
      if (!isInScope(segment, slot, allowed?.[at])) return;
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

function isInScope({ header, dead }: SegmentView, slot: number, allowed: Uint8Array | undefined): boolean {
  const document = header.documentOf[slot] as number;
  return dead?.[document] !== 1 && allowed?.[document] !== 0;
}

function takeSums(slots: number): Float64Array {
  const found = spareSums.findIndex((sums) => sums.length >= slots);
  return found >= 0 ? (spareSums.splice(found, 1)[0] as Float64Array) : new Float64Array(slots * 1.25 + 1024);
}
