/** What a text is to the embedder; some models embed questions differently. */
export type EmbeddingPurpose = "document" | "query";

/** Turns texts into vectors. */
export interface Embedder {
  /** Name of the model with everything that changes its vectors, e.g. `openai:text-embedding-3-small:512`. */
  readonly model: string;
  readonly dimensions: number;
  /** Most texts in one call of `embed`; the caller batches. */
  readonly maxBatch: number;
  /** Family, by which weights and calibration are chosen. `lexical` = hashed words, without meaning. */
  readonly family: "lexical" | "semantic";
  /**
   * One vector of `dimensions` finite numbers a text, in order. The same text for the same purpose has the same vector,
   * whatever stands beside it; any string is a text, also an empty one, whose vector may be zeros.
   * @throws QuarryError `unavailable` (with `retryAfterMs`) when the provider is away or answers nonsense.
   */
  embed(texts: readonly string[], purpose: EmbeddingPurpose): Promise<Float32Array[]>;
  /** Ends it. Calls under way are answered or fail. */
  close(): Promise<void>;
}
