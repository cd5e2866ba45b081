import { fileURLToPath } from "node:url";
import { createMemoryVectorStore } from "@quarry/memory";
import { createBareUsearch } from "./bare-usearch.ts";
import { type Comparison, MODEL, SCOPE } from "./contender.ts";

/** Compares the in-memory store with usearch and its defaults. */
export async function compareMemory(dimensions: number): Promise<Comparison> {
  const store = createMemoryVectorStore();
  const usearch = createBareUsearch(dimensions);
  let count = 0;
  return {
    engine: "memory",
    quarry: {
      async write(batch) {
        await store.upsert(batch);
        count += batch.length;
      },
      query: async (vector, topK) =>
        (await store.query({ scope: SCOPE, model: MODEL, vector, topK })).map(({ id }) => id),
      settle: () => store.settled(),
      bytes: async () => count * (await footprint(count, dimensions, "quarry")),
    },
    bare: {
      write: (batch) => usearch.upsert(batch),
      query: async (vector, topK) => usearch.nearest(vector, topK),
      settle: () => usearch.settled(),
      bytes: async () => count * (await footprint(count, dimensions, "bare")),
    },
    close: () => store.close(),
  };
}

/** Returns the bytes per chunk. Measures in a child process, because both sides would reuse each other's freed memory. */
async function footprint(count: number, dimensions: number, side: "quarry" | "bare"): Promise<number> {
  const script = fileURLToPath(new URL("../memory-footprint.ts", import.meta.url));
  const child = Bun.spawn([process.execPath, script, String(count), String(dimensions), side], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const text = await child.stdout.text();
  return Number(/^with index, resident: (-?\d+)/m.exec(text)?.[1] ?? Number.NaN);
}
