import type { VectorRecord } from "@quarry/core";

/** One of the two sides of a comparison. */
export interface Contender {
  write(batch: readonly VectorRecord[]): Promise<void>;
  /** Ids of the nearest. */
  query(vector: Float32Array, topK: number): Promise<readonly string[]>;
  /** Resolves when the index for what has been written so far is there. */
  settle(): Promise<void>;
  /** What it takes for what it holds, where that can be told of one side alone. */
  bytes(): Promise<number>;
}

/** A store as Quarry uses it, and its engine without it. */
export interface Comparison {
  readonly engine: string;
  readonly quarry: Contender;
  readonly bare: Contender;
  close(): Promise<void>;
}

/** What every record of the benchmark is in. */
export const ORG = "org_bench";
export const MODEL = "bench:384";
export const SPACES: readonly string[] = Array.from({ length: 10 }, (_, at) => `spc_${at}`);
export const SCOPE = { orgId: ORG, spaceIds: SPACES };
