/** Whether a text is a passage or a question; some models embed them differently. */
export type EmbeddingPurpose = "document" | "query";

/** Turns texts into vectors. */
export interface Embedder {
  /** Name of the model, including everything that affects its vectors, e.g. `openai:text-embedding-3-small:512`. */
  readonly model: string;
  readonly dimensions: number;
  /** Maximum number of texts per call of `embed`; callers batch by it. */
  readonly maxBatch: number;
  /** Selects ranking weights and calibration. `lexical`: hashed words, without meaning. */
  readonly family: "lexical" | "semantic";
  /**
   * Returns one vector of `dimensions` finite numbers per text, in order. The same text and purpose always give the same
   * vector, independent of the other texts in the call. Accepts any string; the vector of an empty one may be all zeros.
   * @throws QuarryError `unavailable` (with `retryAfterMs`) if the provider is unreachable or its response is invalid.
   */
  embed(texts: readonly string[], purpose: EmbeddingPurpose): Promise<Float32Array[]>;
  /** Releases all resources. Pending calls complete or reject. */
  close(): Promise<void>;
}
