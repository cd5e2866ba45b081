/** BM25's term-frequency saturation, in both legs (RANKING.md, Two legs of words). */
export const K1 = 1.2;
/** BM25's length normalization, in both legs. */
export const B = 0.75;
/** A chunk that is more times as long as the average counts as this many times as long. */
export const MAX_LENGTH_RATIO = 2.5;
/** Share of the word leg in the lexical score. */
export const WORD_WEIGHT = 0.6;
/** Share of the character-gram leg in the lexical score. */
export const GRAM_WEIGHT = 0.4;
/** Weight of a function word of the question relative to other words, in both legs. */
export const WEAK_WEIGHT = 0.2;
/** Number of occurrences in the text that one in title, filename or headings counts as. */
export const CONTEXT_FREQUENCY = 2;
/** Number of best chunks that are rescored by adjacent words. */
export const RESCORE_DEPTH = 60;

/**
 * True if a gram is too common to be worth searching: df > max(20, 0.2 N).
 * @param df Chunks that contain the gram. @param chunks Chunks in the space, N.
 */
export function isPrunedGram(df: number, chunks: number): boolean {
  return df > Math.max(20, 0.2 * chunks);
}

/** Number of grams by which a word known to the space is searched, the rarest ones. */
export const GRAMS_OF_KNOWN_WORD = 4;
/** A gram in more chunks is not searched, although it counts in the leg's scale. */
export const MAX_GRAM_CHUNKS = 2000;

/**
 * True if a function word is too common to be worth searching: df > max(20, 0.1 N).
 * @param df Chunks that contain the word. @param chunks Chunks in the space, N.
 */
export function isPrunedWeakWord(df: number, chunks: number): boolean {
  return df > Math.max(20, 0.1 * chunks);
}
