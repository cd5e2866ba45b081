import { frequencyOf, type lengthNorm, saturatedFrequency, slotOf } from "@quarry/core/internal";
import type { StoredTerm } from "../storage/term-cache.ts";

/** Shorter lists are added anyway. */
const SHORT = 256;
/** k1 + 1, the limit of the formula. */
const HIGHEST = 2.2;
/** A higher average length raises factors; from this ratio on they are computed again. */
const MAX_GROWTH = 1.1;

/** The highest factor of each term, with the average length that it was computed with. */
const known = new WeakMap<StoredTerm, { readonly highest: number; readonly average: number }>();

/** Returns an upper limit of a term's frequency factor over its chunks in a segment, which limits what it adds to a score. */
export function peakOf(
  term: StoredTerm,
  buffer: Uint32Array,
  lengths: Uint32Array,
  average: number,
  { constant, slope }: ReturnType<typeof lengthNorm>,
): number {
  if (term.count < SHORT) return HIGHEST;
  const before = known.get(term);
  // A factor grows at most as much as the average length.
  if (before && average <= MAX_GROWTH * before.average)
    return Math.min(HIGHEST, before.highest * Math.max(1, average / before.average));
  let highest = 0;
  for (let index = 0; index < term.count; index++) {
    const posting = buffer[index] as number;
    const norm = constant + slope * (lengths[slotOf(posting)] as number);
    highest = Math.max(highest, saturatedFrequency(frequencyOf(posting), norm));
  }
  known.set(term, { highest, average });
  return highest;
}
