import { saturatedFrequency } from "./bm25.ts";
import { frequencyOf, type PackedPostings, slotOf } from "./packed-postings.ts";

/** The scores of a search while its terms are added up. */
export interface ScoreSheet {
  /** By slot; 0 where no term has been found. */
  readonly sums: Float64Array;
  /** The slots whose sum is above 0, in no order. */
  readonly touched: number[];
}

/**
 * Adds one term's share to the sum of every chunk that holds it.
 * @param lengths Lengths of the chunks in terms of the leg, by slot.
 * @param norm `lengthNorm` of the leg. @param weight What one occurrence in a chunk of average length counts.
 */
export function addPostings(
  { sums, touched }: ScoreSheet,
  { buffer, count }: PackedPostings,
  lengths: Uint32Array,
  { constant, slope }: { readonly constant: number; readonly slope: number },
  weight: number,
): void {
  for (let index = 0; index < count; index++) {
    const posting = buffer[index] as number;
    const slot = slotOf(posting);
    const sum = sums[slot] as number;
    if (sum === 0) touched.push(slot);
    const norm = constant + slope * (lengths[slot] as number);
    sums[slot] = sum + weight * saturatedFrequency(frequencyOf(posting), norm);
  }
}
