import { B, K1 } from "./lexical-weights.ts";

/**
 * The length part of BM25's denominator as `constant + slope * length`: `k1 (1 - b + b dl/avgdl)`.
 * @param averageLength Mean length of the live chunks in terms of the leg; 0 when none has a term.
 */
export function lengthNorm(averageLength: number): { readonly constant: number; readonly slope: number } {
  return { constant: K1 * (1 - B), slope: averageLength > 0 ? (K1 * B) / averageLength : 0 };
}

/**
 * BM25's share of one term, without its idf: `tf (k1 + 1)/(tf + norm)`; 0 to k1 + 1, and 1 for one occurrence in a
 * chunk of average length.
 * @param frequency Occurrences in the chunk. @param norm `constant + slope * length` of `lengthNorm`.
 */
export function saturatedFrequency(frequency: number, norm: number): number {
  return (frequency * (K1 + 1)) / (frequency + norm);
}

/**
 * Divides a leg's weight by what a chunk of average length with every query term once would score, the theoretical
 * scale of RANKING.md, Scale.
 * @param scale Sum of `qtf * idf` over all query terms, unknown ones too. @returns 0 when the leg has no term.
 */
export function normalizedWeight(weight: number, scale: number): number {
  return scale > 0 ? weight / scale : 0;
}
