/** Saturation of repeated words, in both legs (RANKING.md, Two legs of words). */
export const K1 = 1.2;
/** Strength of the length norm, in both legs. */
export const B = 0.75;
/** Share of the word leg in the lexical score. */
export const WORD_WEIGHT = 0.6;
/** Share of the character-gram leg in the lexical score. */
export const GRAM_WEIGHT = 0.4;
/** What a function word of the question counts, in both legs, in other words. */
export const WEAK_WEIGHT = 0.2;
/** What an occurrence in title, file name or headings counts, in occurrences in the text. */
export const CONTEXT_FREQUENCY = 2;
/** How many of the best chunks are looked at for adjacent words. */
export const RESCORE_DEPTH = 100;

/**
 * True when a gram is in so many chunks that searching it costs more than it tells: df > max(20, 0.2 N).
 * @param df Chunks that hold the gram. @param chunks Chunks in the space, N.
 */
export function isPrunedGram(df: number, chunks: number): boolean {
  return df > Math.max(20, 0.2 * chunks);
}
