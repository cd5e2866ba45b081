import type { VectorRecord } from "@quarry/core";

/** One of the two sides of a comparison. */
export interface Contender {
  write(batch: readonly VectorRecord[]): Promise<void>;
  /** Returns the ids of the nearest records. */
  query(vector: Float32Array, topK: number): Promise<readonly string[]>;
  /** Resolves when all written records are indexed. */
  settle(): Promise<void>;
  /** Returns the size of the stored records, in memory or on disk. */
  bytes(): Promise<number>;
}

/** A vector store of Quarry, and its engine without Quarry. */
export interface Comparison {
  readonly engine: string;
  readonly quarry: Contender;
  readonly bare: Contender;
  close(): Promise<void>;
}

/** The organization, model and spaces of all records. */
export const ORG = "org_bench";
export const MODEL = "bench:384";
export const SPACES: readonly string[] = Array.from({ length: 10 }, (_, at) => `spc_${at}`);
export const SCOPE = { orgId: ORG, spaceIds: SPACES };
