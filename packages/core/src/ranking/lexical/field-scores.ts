import { addPostings } from "./add-postings.ts";
import { lengthNorm } from "./bm25.ts";
import type { PackedPostings } from "./packed-postings.ts";
import type { WeightedTerm } from "./query-terms.ts";
import type { TopK } from "./top-k.ts";

/** Postings of one term over one range of slots. */
export interface PostingsPart {
  readonly postings: PackedPostings;
  /** The scores of the range by slot, to which the term's share is added. */
  readonly sums: Float64Array;
  /** Lengths of the chunks in terms of the field, by slot. */
  readonly lengths: Uint32Array;
}

/**
 * Adds the BM25 shares of a query's terms in one field (words or grams) to the chunks' scores. A generator, so that an
 * asynchronous caller can yield to the event loop before each list of postings.
 * @param averageLength Mean length of the space's live chunks in terms of the field.
 * @param partsOf Locates the postings of a term.
 * @param open Decodes one of them; its buffer may be reused for the next.
 */
export function* addFieldScores<Part>(
  terms: readonly WeightedTerm[],
  averageLength: number,
  partsOf: (term: string) => readonly Part[],
  open: (part: Part) => PostingsPart,
): Generator<void, void, void> {
  const norm = lengthNorm(averageLength);
  for (const { term, weight } of terms)
    for (const part of partsOf(term)) {
      yield;
      const { postings, sums, lengths } = open(part);
      addPostings(sums, postings, lengths, norm, weight);
    }
}

/** Visits the first `count` slots whose scores are above 0 and may still be among the best. */
export function visitBest(
  sums: Float64Array,
  count: number,
  top: TopK,
  visit: (slot: number, score: number) => void,
): void {
  for (let slot = 0; slot < count; slot += 1) {
    const score = sums[slot] as number;
    if (score !== 0 && score >= top.threshold) visit(slot, score);
  }
}
