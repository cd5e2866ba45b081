import { saturatedFrequency } from "./bm25.ts";
import { frequencyOf, type PackedPostings, slotOf } from "./packed-postings.ts";

/**
 * Adds one term's share to the sum of every chunk that holds it.
 * @param sums The scores of a search by slot, 0 where no term has been found yet. Whoever reads them looks at all: a list
 * of those above 0 would cost more to keep than they do to read.
 * @param lengths Lengths of the chunks in terms of the leg, by slot.
 * @param norm `lengthNorm` of the leg. @param weight What one occurrence in a chunk of average length counts.
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
    sums[slot] = (sums[slot] as number) + weight * saturatedFrequency(frequencyOf(posting), norm);
  }
}
