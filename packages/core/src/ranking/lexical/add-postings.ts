import { termShare } from "./bm25.ts";
import { frequencyOf, type PackedPostings, slotOf } from "./packed-postings.ts";

/**
 * Adds one term's score to every chunk that contains it.
 * @param sums Scores by slot, 0 without a match so far. Readers scan all of it: maintaining a list of the nonzero slots
 * would cost more.
 * @param lengths Number of terms of the leg per chunk, by slot.
 * @param norm `lengthNorm` of the leg. @param weight Score of one occurrence in a chunk of average length.
 */
export function addPostings(
  sums: Float64Array,
  { buffer, count }: PackedPostings,
  lengths: Uint32Array,
  { constant, slope }: { readonly constant: number; readonly slope: number },
  weight: number,
): void {
  for (let index = 0; index < count; index++) {
    const posting = buffer[index] as number;
    const slot = slotOf(posting);
    const norm = constant + slope * (lengths[slot] as number);
    sums[slot] = (sums[slot] as number) + termShare(weight, frequencyOf(posting), norm);
  }
}
