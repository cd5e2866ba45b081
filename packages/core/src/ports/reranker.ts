/**
 * Scores how well passages answer a question by reading both together. More accurate than comparing embeddings, and much
 * slower, so it only reorders the best passages that the indexes found.
 */
export interface Reranker {
  /** Name of the model with its endpoint, e.g. `http:rerank-v3.5@api.cohere.com`; shown to callers. */
  readonly model: string;
  /** Maximum number of texts per call of `rerank`. */
  readonly maxDocuments: number;
  /**
   * Returns one score per text, in order: finite, in [0, 1], higher for better answers. Scores are comparable within a
   * call; across questions, that depends on the model. The other texts in the call do not affect a score beyond rounding.
   * Accepts any string, including empty and very long ones; the model may read only the beginning. An empty list gives an
   * empty result without a request.
   *
   * The adapter enforces a timeout: a user is waiting, and the search can answer without reranking.
   * @throws QuarryError `unavailable` if the model is unreachable, too slow, or its response is invalid; the message
   * names the provider.
   */
  rerank(question: string, texts: readonly string[]): Promise<Float32Array>;
  /** Releases all resources. Pending calls complete or reject; later calls reject. */
  close(): Promise<void>;
}
