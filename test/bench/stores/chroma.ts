import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { createChromaVectorStore } from "@quarry/chroma";
import { ChromaClient } from "chromadb";
import { startChroma } from "../../support/chroma.ts";
import { type Comparison, type Contender, MODEL, ORG, SCOPE } from "./contender.ts";

/** The store on a Chroma server beside calls of Chroma's own client on another, with the same settings. */
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
    bare: await byClient(servers[1].url, servers[1].folder),
    async close() {
      await store.close();
      for (const server of servers) await server.stop();
    },
  };
}

async function byClient(url: string, folder: string): Promise<Contender> {
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
          // Chroma filters by flat fields, so whoever wants to filter by a tag writes it as one.
          ...Object.fromEntries((tags as string[]).map((tag) => [`tag:${tag}`, true])),
        })),
      });
    },
    async query(vector, topK) {
      const answer = await collection.query({
        queryEmbeddings: [Array.from(vector)],
        nResults: topK,
        include: ["distances", "metadatas"],
      });
      return answer.ids[0] ?? [];
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
