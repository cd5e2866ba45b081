/** How the store searches. */
export interface PgvectorOptions {
  /**
   * `hnsw`: models with many vectors get an index, made in the background. `none`, the default: every search is exact.
   */
  readonly index?: "hnsw" | "none";
  /** Indexes in half precision: half as large, the same scores, since candidates are compared in full. */
  readonly halfvec?: boolean;
  /**
   * A model with more vectors gets an index, and a search with more matches uses it. Unless given, 5,000 vectors
   * make an index, and searches go by what is faster for its size and topK.
   */
  readonly exactUpTo?: number;
  /** Hears of indexes that could not be made; they are tried again, and searches are exact until then. */
  readonly onProblem?: (error: unknown) => void;
}

export const DEFAULT_EXACT_UP_TO = 5000;
