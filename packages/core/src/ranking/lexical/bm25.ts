import { B, K1, MAX_LENGTH_RATIO } from "./lexical-weights.ts";

/**
 * The most that a length norm counts. Without a limit, the one text of usual length among one-line notes is as good as
 * not found (docs/decisions/ranking.md, Long texts among short ones).
 */
const MAX_NORM = K1 * (1 - B + B * MAX_LENGTH_RATIO);

/**
 * Returns the length norm of BM25's denominator, `k1 (1 - b + b dl/avgdl)`, as `constant + slope * length`.
 * @param averageLength Mean number of terms of the leg per live chunk; 0 if no chunk has a term.
 */
export function lengthNorm(averageLength: number): { readonly constant: number; readonly slope: number } {
  return { constant: K1 * (1 - B), slope: averageLength > 0 ? (K1 * B) / averageLength : 0 };
}

/**
 * BM25's term-frequency factor, `tf (k1 + 1)/(tf + norm)`: from 0 to k1 + 1, and 1 for one occurrence in a chunk of
 * average length. A chunk of more than 2.5 times the average length counts as one of that length.
 * @param frequency Occurrences in the chunk. @param norm `constant + slope * length` from `lengthNorm`.
 */
export function saturatedFrequency(frequency: number, norm: number): number {
  return (frequency * (K1 + 1)) / (frequency + Math.min(norm, MAX_NORM));
}

// Adding and subtracting 24 rounds to a multiple of 2^-48, because numbers from 16 to 32 have no finer steps.
const ROUND = 24;
const UNROUND = ROUND - 2 ** -48;

/**
 * What a term adds to a chunk's score: `weight * saturatedFrequency(frequency, norm)`, rounded up to a multiple of 2^-48.
 * Sums of such numbers below 32 are exact, so the order of adding does not change a score's last bit. Never 0.
 */
export function termShare(weight: number, frequency: number, norm: number): number {
  return weight * saturatedFrequency(frequency, norm) + ROUND - UNROUND;
}

/**
 * Divides a leg's weight by the score of a chunk of average length that contains every query term once (RANKING.md,
 * Scale).
 * @param scale Sum of `qtf * idf` over all query terms, including unknown ones. @returns 0 if the leg has no term.
 */
export function normalizedWeight(weight: number, scale: number): number {
  return scale > 0 ? weight / scale : 0;
}
