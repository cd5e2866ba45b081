import { createMemoryVectorStore } from "@quarry/memory";
import { Index, MetricKind } from "usearch";
import { type Comparison, type Contender, MODEL, SCOPE } from "./contender.ts";

/** The store in memory beside usearch with its own defaults. */
export async function compareMemory(dimensions: number): Promise<Comparison> {
  const store = createMemoryVectorStore();
  const index = new Index(dimensions, MetricKind.Cos, undefined, undefined, undefined, undefined, false);
  const ids: string[] = [];
  const quarry = withMemory({
    write: (batch) => store.upsert(batch),
    query: async (vector, topK) =>
      (await store.query({ scope: SCOPE, model: MODEL, vector, topK })).map(({ id }) => id),
    settle: () => store.settled(),
  });
  const bare = withMemory({
    async write(batch) {
      const vectors = new Float32Array(batch.length * dimensions);
      const keys = BigUint64Array.from(batch, (_, at) => BigInt(ids.length + at));
      for (const [at, { id, vector }] of batch.entries()) {
        vectors.set(vector, at * dimensions);
        ids.push(id);
      }
      index.add(keys, vectors, 1);
    },
    query: async (vector, topK) =>
      Array.from(index.search(vector, topK, 1).keys, (key) => ids[Number(key)] ?? ""),
    settle: async () => undefined,
  });
  return { engine: "memory", quarry, bare, close: () => store.close() };
}

/** Adds up by how much the process grows in each of a side's writes. */
function withMemory(side: Omit<Contender, "bytes">): Contender {
  let bytes = 0;
  const measured = async (task: () => Promise<void>): Promise<void> => {
    const before = process.memoryUsage.rss();
    await task();
    bytes += process.memoryUsage.rss() - before;
  };
  return {
    ...side,
    write: (batch) => measured(() => side.write(batch)),
    settle: () => measured(() => side.settle()),
    bytes: async () => bytes,
  };
}
