import type { LexicalHit } from "../../ports/lexical-index.ts";
import { lexicalSimilarity } from "./lexical-similarity.ts";
import { RESCORE_DEPTH } from "./lexical-weights.ts";

interface Scored {
  readonly id: string;
  score: number;
}

/**
 * Rescores the best chunks of one space in place by their adjacent words and sorts them again, ties by ascending id.
 * @param best At least `RESCORE_DEPTH` chunks if there are that many. If there are more: best first, ties by ascending id.
 * @param factorOf Returns the pair factor of the chunk with a rank; called for the first `RESCORE_DEPTH` chunks only.
 */
export function rescore(best: Scored[], factorOf: (rank: number) => number): void {
  const count = Math.min(best.length, RESCORE_DEPTH);
  for (let rank = 0; rank < count; rank++) (best[rank] as Scored).score *= factorOf(rank);
  best.sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1));
}

/**
 * Ranks the hits of several spaces by similarity, ties by ascending id. Returns the hits of a single space unchanged:
 * they are already ranked.
 * @param chunkCounts Number of chunks in each searched space.
 */
export function mergeSpaces(
  hits: readonly LexicalHit[],
  queryTerms: number,
  chunkCounts: ReadonlyMap<string, number>,
): readonly LexicalHit[] {
  if (chunkCounts.size < 2) return hits;
  return hits
    .map((hit) => ({
      hit,
      similarity: lexicalSimilarity(hit.score, queryTerms, chunkCounts.get(hit.spaceId) ?? 0),
    }))
    .sort((left, right) => right.similarity - left.similarity || (left.hit.id < right.hit.id ? -1 : 1))
    .map(({ hit }) => hit);
}
