/**
 * Reads a question and passages together, and says how well each passage answers it. That is more exact than comparing
 * vectors that were made apart, and much slower: it is for the best passages that the indexes found, not for all.
 */
export interface Reranker {
  /** Name of the model with where it is asked, e.g. `http:rerank-v3.5@api.cohere.com`; shown to callers. */
  readonly model: string;
  /** Most texts in one call of `rerank`; the caller asks about its best ones. */
  readonly maxDocuments: number;
  /**
   * A score for each text, in the order of the texts: finite, in [0, 1], higher for what answers the question better.
   * Scores of one call compare with each other; whether they do with those of other questions is the model's affair.
   * What else stands in the list does not change a text's score beyond rounding. Any string is a text, also an empty
   * or a very long one, of which the model may read the beginning only. No texts have no scores, and ask nobody.
   *
   * The time of a call is bounded by the adapter: somebody waits for the answer, which can be given without it.
   * @throws QuarryError `unavailable` when the model is away, too slow, or answers nonsense; the message names who.
   */
  rerank(question: string, texts: readonly string[]): Promise<Float32Array>;
  /** Ends it. Calls under way are answered or fail; those that come after fail. */
  close(): Promise<void>;
}
