/** The background that every space is seen in, so that a word of a small space is not rare for that alone. */
const BACKGROUND_CHUNKS = 1000;
const DAMPING = 20;

/**
 * Weight of a term by its rarity: `ln(1 + (N + M - df + .5)/(df + .5)) * (1 - df/(N + 20))^2`, M = 1000
 * (RANKING.md, Inverse document frequency). Above 0 for every df up to N; a word of most chunks is damped to almost nothing.
 * @param df Chunks that hold the term, 0 to N. @param chunks Chunks in the space, N.
 */
export function inverseDocumentFrequency(df: number, chunks: number): number {
  const rarity = Math.log(1 + (chunks + BACKGROUND_CHUNKS - df + 0.5) / (df + 0.5));
  const damping = 1 - df / (chunks + DAMPING);
  return rarity * damping * damping;
}
