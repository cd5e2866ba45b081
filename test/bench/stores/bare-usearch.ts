import type { VectorRecord } from "@quarry/core";
import { Index, MetricKind } from "usearch";

/** Creates a usearch index with its defaults and a list of ids by key, the minimum for a search. */
export function createBareUsearch(dimensions: number) {
  const index = new Index(dimensions, MetricKind.Cos, undefined, undefined, undefined, undefined, false);
  const ids: string[] = [];
  return {
    async upsert(batch: readonly VectorRecord[]): Promise<void> {
      const vectors = new Float32Array(batch.length * dimensions);
      const keys = BigUint64Array.from(batch, (_, at) => BigInt(ids.length + at));
      for (const [at, { id, vector }] of batch.entries()) {
        vectors.set(vector, at * dimensions);
        ids.push(id);
      }
      index.add(keys, vectors, 1);
    },
    nearest: (vector: Float32Array, topK: number): string[] =>
      Array.from(index.search(vector, topK, 1).keys, (key) => ids[Number(key)] ?? ""),
    settled: async () => undefined,
    close: async () => undefined,
  };
}
