const INTERCEPT = 3.4;
const SLOPE = 7;
const SHORTNESS = 12;
const FEWEST_TERMS = 2;
const SIZE = 0.6;

/**
 * Converts a lexical score to a similarity in [0, 1]: `1/(1 + exp(-z))` with
 * `z = 3.4 + 7 ln u - 12/(max(n, 2) + 1) - .6 ln(clamp(N, 100, 1e6)/1000)` (RANKING.md, Similarity). Short questions
 * and large spaces give high scores by chance, which `n` and `N` correct for.
 * @param score u, the score of a `LexicalHit`; 0 gives 0.
 * @param queryTerms n, the number of distinct words of the question without function words.
 * @param chunks N, the number of chunks in the hit's space.
 */
export function lexicalSimilarity(score: number, queryTerms: number, chunks: number): number {
  if (!(score > 0)) return 0;
  const size = Math.log(Math.min(1e6, Math.max(100, chunks)) / 1000);
  const shortness = SHORTNESS / (Math.max(FEWEST_TERMS, queryTerms) + 1);
  const z = INTERCEPT + SLOPE * Math.log(score) - shortness - SIZE * size;
  return 1 / (1 + Math.exp(-z));
}
