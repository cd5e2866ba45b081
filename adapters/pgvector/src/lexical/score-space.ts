import {
  addPostings,
  createTopK,
  lengthNorm,
  type QueryTerms,
  type WeightedTerm,
} from "@quarry/core/internal";
import { decodePostings } from "./posting-list.ts";
import type { SpaceTerms } from "./space-terms.ts";
import type { SegmentView, SpaceView } from "./space-view.ts";
import { gramKey, wordKey } from "./term-key.ts";

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
  breathe: () => Promise<void>,
): Promise<Candidate[]> {
  const bases = [0];
  for (const { header } of view.segments) bases.push((bases.at(-1) as number) + header.documentOf.length);
  const slots = bases.at(-1) as number;
  const sums = takeSums(slots);
  const sheets = view.segments.map((_, at) => sums.subarray(bases[at], bases[at + 1]));
  const sheetOf = new Map(view.segments.map((segment, at) => [segment, sheets[at] as Float64Array]));

  async function accumulate(terms: readonly WeightedTerm[], leg: "word" | "gram"): Promise<void> {
    const total = leg === "word" ? view.wordLength : view.gramLength;
    const norm = lengthNorm(total / view.chunkCount);
    for (const { term, weight } of terms)
      for (const { segment, count, bytes } of parts.get(leg === "word" ? wordKey(term) : gramKey(term)) ??
        []) {
        await breathe();
        const { wordLengths, gramLengths } = segment.header;
        const postings = decodePostings(bytes as Uint8Array, count);
        const lengths = leg === "word" ? wordLengths : gramLengths;
        addPostings(sheetOf.get(segment) as Float64Array, postings, lengths, norm, weight);
      }
  }

  await accumulate(query.words, "word");
  await accumulate(query.grams, "gram");
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
  const top = createTopK(limit, () => "");
  const candidates: Candidate[] = [];
  for (const [at, segment] of view.segments.entries()) {
    const sums = sheets[at] as Float64Array;
    for (let slot = 0; slot < sums.length; slot += 1) {
      const score = sums[slot] as number;
      if (score === 0 || score < top.threshold || !isOpen(segment, slot, allowed?.[at])) continue;
      top.offer(0, score);
      const document = segment.header.documentOf[slot] as number;
      const writeNo = segment.header.writeNos[document] as number;
      const ordinal = slot - (segment.header.firstSlots[document] as number);
      candidates.push({ writeNo, ordinal, score });
    }
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
