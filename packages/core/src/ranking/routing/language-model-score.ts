const PRIOR = 20;

/** What one space knows of one query word. */
export interface WordEvidence {
  /** Chunks of the space that hold the word. */
  readonly df: number;
  /** Chunks of all spaces that hold it. */
  readonly totalDf: number;
}

/**
 * How much better a space explains a question than all spaces together do: the mean over the words of
 * `ln(((df + 20 p)/(N + 20))/p)`, `p = (total df + .1)/(all chunks + 1)` (RANKING.md, Routing). A word that no space
 * knows tells nothing and counts as 0, as do an empty space and a question without words; above 0 speaks for the space.
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
