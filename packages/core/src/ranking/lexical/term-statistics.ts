/** Term statistics of a space, over its live chunks. */
export interface TermStatistics {
  /** Chunks in the space. */
  readonly chunks: number;
  /** Number of chunks that contain a word; 0 for an unknown one. */
  wordFrequency(term: string): number;
  /** Number of chunks that contain a gram, given as a term and as `lowOf` and `highOf` pack it; 0 for an unknown one. */
  gramFrequency(term: string, low: number, high: number): number;
  /** Narrows `wordsOneEditApart(word)` down to words that the space may contain, if that is cheaper than looking up each. */
  wordsOneEditApart?(word: string): Iterable<string>;
}
