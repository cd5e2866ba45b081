const PRIOR = 20;

/** Frequencies of a query word in one space and in all spaces. */
export interface WordEvidence {
  /** Chunks of the space that contain the word. */
  readonly df: number;
  /** Chunks of all spaces that contain the word. */
  readonly totalDf: number;
}

/**
 * Log-likelihood ratio of a question under one space's vocabulary against all spaces: the mean over the words of
 * `ln(((df + 20 p)/(N + 20))/p)`, `p = (total df + .1)/(all chunks + 1)` (RANKING.md, Routing). Above 0 favors the space.
 * Unknown words count as 0; so do an empty space and a question without words.
 * @param chunks Chunks in the space, N. @param totalChunks Chunks in all spaces.
 */
export function languageModelScore(
  words: readonly WordEvidence[],
  chunks: number,
  totalChunks: number,
): number {
  let sum = 0;
  for (const { df, totalDf } of words) {
    if (totalDf === 0) continue;
    const prior = (totalDf + 0.1) / (totalChunks + 1);
    sum += Math.log((df + PRIOR * prior) / (chunks + PRIOR) / prior);
  }
  return words.length > 0 ? sum / words.length : 0;
}
