import { startChroma } from "../../../support/chroma.ts";
import type { DocumentMetadata } from "../corpus/corpus.ts";
import type { MeasuredServer } from "./peer.ts";

/** A chunk with its vector. */
export interface ChromaRecord {
  readonly id: string;
  readonly content: string;
  readonly vector: Float32Array;
  readonly metadata: DocumentMetadata;
}

/** A Chroma server with one collection, as its defaults make it, for cosine similarity. */
export interface ChromaServer extends MeasuredServer {
  /** The path of its queries. */
  readonly path: string;
  add(records: readonly ChromaRecord[]): Promise<void>;
  /** Returns the contents of the nearest records. */
  query(vector: Float32Array, where?: Readonly<Record<string, number>>): Promise<string[]>;
  restart(): Promise<void>;
}

const COLLECTIONS = "/api/v2/tenants/default_tenant/databases/default_database/collections";
const TOP_K = 10;

/** Starts a Chroma server with an empty collection. */
export async function startChromaServer(): Promise<ChromaServer> {
  const server = await startChroma();
  const post = async (path: string, body: unknown): Promise<string> => {
    const answer = await fetch(`${server.url}${path}`, {
      ...{ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`Chroma answered ${answer.status}. ${text.slice(0, 300)}`);
    return text;
  };
  const created = await post(COLLECTIONS, { name: "items", configuration: { hnsw: { space: "cosine" } } });
  const collection = `${COLLECTIONS}/${(JSON.parse(created) as { id: string }).id}`;
  const path = `${collection}/query`;
  return {
    ...{ origin: server.url, path },
    processes: () => [server.pid],
    async add(records) {
      await post(`${collection}/add`, {
        ids: records.map(({ id }) => id),
        embeddings: records.map(({ vector }) => Array.from(vector)),
        documents: records.map(({ content }) => content),
        metadatas: records.map(({ metadata }) => metadata),
      });
    },
    async query(vector, where) {
      const answer = JSON.parse(await post(path, JSON.parse(chromaQuery(vector, where))));
      return ((answer as { documents: string[][] }).documents[0] ?? []) as string[];
    },
    restart: () => server.restart(),
    stop: () => server.stop(),
  };
}

/** The body of a query. Its answer has the texts, as an application needs them. */
export function chromaQuery(vector: Float32Array, where?: Readonly<Record<string, number>>): string {
  return JSON.stringify({
    query_embeddings: [Array.from(vector)],
    n_results: TOP_K,
    include: ["documents", "metadatas", "distances"],
    ...(where ? { where } : {}),
  });
}
