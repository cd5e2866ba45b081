import type { Embedder } from "../../ports/embedder.ts";
import type { LexicalHit } from "../../ports/lexical-index.ts";
import type { VectorHit } from "../../ports/vector-store.ts";

/** Hits of a vector search with one model. */
export interface VectorLeg {
  readonly hits: readonly VectorHit[];
  /** False if there may be more hits after the last one. */
  readonly isComplete: boolean;
  /** The model's family. */
  readonly family: Embedder["family"];
}

/** Hits of all legs. A leg that did not run is absent, and the others get its weight. */
export interface Legs {
  readonly lexical: readonly LexicalHit[] | undefined;
  /**
   * One leg per model: a single one, except while documents are re-embedded with another model. If several contain a
   * chunk, the last one counts.
   */
  readonly vectors: readonly VectorLeg[];
  /** Number of distinct words in the question. */
  readonly queryTerms: number;
  /** Number of chunks in each space. */
  readonly chunkCounts: ReadonlyMap<string, number>;
  /** Weight of the vector leg in spaces that override the default. */
  readonly vectorWeights?: ReadonlyMap<string, number>;
}
