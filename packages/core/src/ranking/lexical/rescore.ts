import type { LexicalHit } from "../../ports/lexical-index.ts";
import { lexicalSimilarity } from "./lexical-similarity.ts";
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
 * Ranks the hits of several spaces by similarity, ties by ascending id. Returns the hits of a single space unchanged:
 * they are already ranked.
 * @param chunkCounts Number of chunks in each searched space.
 * @param limit Number of hits wanted; there may be more when some are equally similar.
 */
export function mergeSpaces(
  hits: readonly LexicalHit[],
  queryTerms: number,
  chunkCounts: ReadonlyMap<string, number>,
  limit = Number.POSITIVE_INFINITY,
): readonly LexicalHit[] {
  if (chunkCounts.size < 2) return hits;
  const similarities = Float64Array.from(hits, ({ score, spaceId }) =>
    lexicalSimilarity(score, queryTerms, chunkCounts.get(spaceId) ?? 0),
  );
  // Numbers are sorted many times faster than hits.
  const least = hits.length > limit ? (similarities.toSorted()[hits.length - limit] as number) : 0;
  return hits
    .map((hit, at) => ({ hit, similarity: similarities[at] as number }))
    .filter(({ similarity }) => similarity >= least)
    .sort((left, right) => right.similarity - left.similarity || (left.hit.id < right.hit.id ? -1 : 1))
    .map(({ hit }) => hit);
}
