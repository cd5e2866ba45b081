const PAIR_WEIGHT = 0.8;

/**
 * Score factor for adjacent words: `1 + .8 found/total` (RANKING.md, Neighbours), from 1 to 1.8.
 * @param found Distinct adjacent pairs of the query that are adjacent in the chunk.
 * @param total Distinct adjacent pairs of the query; 0 for a query of one word.
 */
export function pairFactor(found: number, total: number): number {
  return total > 0 ? 1 + (PAIR_WEIGHT * found) / total : 1;
}
