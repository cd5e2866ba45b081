const PAIR_WEIGHT = 0.8;

/**
 * What adjacent words bring: `1 + .8 pairs` (RANKING.md, Neighbours), 1 to 1.8.
 * @param found Distinct adjacent pairs of the query that are adjacent in the chunk.
 * @param asked Distinct adjacent pairs of the query; a query of one word has none.
 */
export function pairFactor(found: number, asked: number): number {
  return asked > 0 ? 1 + (PAIR_WEIGHT * found) / asked : 1;
}
