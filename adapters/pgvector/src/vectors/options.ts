/** Options of `createPgvectorStore`. */
export interface PgvectorOptions {
  /**
   * `hnsw` builds an index for each model with many vectors, in the background. `none`, the default: every search is
   * exact.
   */
  readonly index?: "hnsw" | "none";
  /**
   * Builds indexes in half precision, the default: half the size and the same scores, because candidates are compared in
   * full precision.
   */
  readonly halfvec?: boolean;
  /**
   * A model with more vectors than this gets an index, and a search with more matches uses it. By default 5,000
   * vectors start an index, and each search estimates what is faster from the index size and topK.
   */
  readonly exactUpTo?: number;
  /**
   * Returns false for a model whose vectors are always compared exactly; by default every model has an index. HNSW misses
   * some of the nearest among hashed words (recall@10 .89), and each write would have to maintain the index.
   */
  readonly isIndexed?: (model: string) => boolean;
  /** Called when an index build fails. The build is retried; until then searches are exact. */
  readonly onProblem?: (error: unknown) => void;
}
