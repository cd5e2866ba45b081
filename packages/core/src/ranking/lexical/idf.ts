/** Added to every space's size, so that chance frequencies in small spaces do not dominate. */
const BACKGROUND_CHUNKS = 1000;
const DAMPING = 20;

/**
 * Inverse document frequency: `ln(1 + (N + M - df + .5)/(df + .5)) * (1 - df/(N + 20))^2`, M = 1000 (RANKING.md, Inverse
 * document frequency). Positive for every df up to N; close to 0 for a word in most chunks.
 * @param df Chunks that contain the term, 0 to N. @param chunks Chunks in the space, N.
 */
export function inverseDocumentFrequency(df: number, chunks: number): number {
  const rarity = Math.log(1 + (chunks + BACKGROUND_CHUNKS - df + 0.5) / (df + 0.5));
  const damping = 1 - df / (chunks + DAMPING);
  return rarity * damping * damping;
}
