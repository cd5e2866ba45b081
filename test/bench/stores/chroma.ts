import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { createChromaVectorStore } from "@quarry/chroma";
import { ChromaClient } from "chromadb";
import { startChroma } from "../../support/chroma.ts";
import { type Comparison, type Contender, MODEL, ORG, SCOPE } from "./contender.ts";

/** Compares the store with Chroma's own client. Each has a Chroma server of its own, with the same settings. */
export async function compareChroma(): Promise<Comparison> {
  const servers = [await startChroma(), await startChroma()] as const;
  const store = createChromaVectorStore({ url: servers[0].url });
  const quarry: Contender = {
    write: (batch) => store.upsert(batch),
    query: async (vector, topK) =>
      (await store.query({ scope: SCOPE, model: MODEL, vector, topK })).map(({ id }) => id),
    settle: async () => undefined,
    bytes: () => folderBytes(servers[0].folder),
  };
  return {
    engine: "chroma",
    quarry,
    bare: await openBareClient(servers[1].url, servers[1].folder),
    async close() {
      await store.close();
      for (const server of servers) await server.stop();
    },
  };
}

async function openBareClient(url: string, folder: string): Promise<Contender> {
  const { hostname: host, port } = new URL(url);
  const client = new ChromaClient({ host, port: Number(port), ssl: false });
  const collection = await client.createCollection({
    name: "items",
    embeddingFunction: null,
    configuration: { hnsw: { space: "cosine", max_neighbors: 32, ef_construction: 200, ef_search: 400 } },
  });
  return {
    async write(batch) {
      await collection.upsert({
        ids: batch.map(({ id }) => id),
        embeddings: batch.map(({ vector }) => Array.from(vector)),
        metadatas: batch.map(({ spaceId, documentId, generation, metadata: { year, tags } }) => ({
          ...{ orgId: ORG, spaceId, documentId, generation, year: Number(year) },
          // Chroma filters only by flat fields, so each tag becomes a field.
          ...Object.fromEntries((tags as string[]).map((tag) => [`tag:${tag}`, true])),
        })),
      });
    },
    async query(vector, topK) {
      const result = await collection.query({
        queryEmbeddings: [Array.from(vector)],
        nResults: topK,
        include: ["distances", "metadatas"],
      });
      return result.ids[0] ?? [];
    },
    settle: async () => undefined,
    bytes: () => folderBytes(folder),
  };
}

async function folderBytes(folder: string): Promise<number> {
  let total = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) total += (await stat(join(entry.parentPath, entry.name))).size;
  return total;
}
