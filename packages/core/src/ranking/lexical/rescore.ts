import type { LexicalHit } from "../../ports/lexical-index.ts";
import { RESCORE_DEPTH } from "./lexical-weights.ts";

/**
 * Rescores the best chunks of one space in place by their adjacent words and sorts them again, ties by ascending id.
 * @param best At least `RESCORE_DEPTH` chunks if there are that many. If there are more: best first, ties by ascending id.
 * @param factorOf Returns the pair factor of the chunk with a rank; called for the first `RESCORE_DEPTH` chunks only.
 * @param breakTie Compares two chunks by their ids.
 */
export function rescore<Chunk extends { score: number }>(
  best: Chunk[],
  factorOf: (rank: number) => number,
  breakTie: (left: Chunk, right: Chunk) => number,
): void {
  const count = Math.min(best.length, RESCORE_DEPTH);
  for (let rank = 0; rank < count; rank++) (best[rank] as Chunk).score *= factorOf(rank);
  best.sort((left, right) => right.score - left.score || breakTie(left, right));
}

/**
 * Merges the hits of several spaces by score, ties by ascending id. Returns the hits of a single space unchanged: they are
 * already ranked.
 * @param spaces Number of searched spaces.
 * @param limit Number of hits wanted; there may be more when some have equal scores.
 */
export function mergeSpaces(
  hits: readonly LexicalHit[],
  spaces: number,
  limit = Number.POSITIVE_INFINITY,
): readonly LexicalHit[] {
  if (spaces < 2) return hits;
  // Numbers are sorted many times faster than hits.
  const least =
    hits.length > limit
      ? (Float64Array.from(hits, ({ score }) => score).sort()[hits.length - limit] as number)
      : 0;
  return hits
    .filter(({ score }) => score >= least)
    .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1));
}
