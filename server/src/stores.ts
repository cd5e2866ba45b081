import { pathToFileURL } from "node:url";
import { createChromaVectorStore } from "@quarry/chroma";
import { type LexicalIndex, QuarryError, type VectorStore } from "@quarry/core";
import { createMemoryLexicalIndex, createMemoryVectorStore } from "@quarry/memory";
import { createPgvectorStore, createPostgresLexicalIndex } from "@quarry/pgvector";
import type { DataFolder } from "./database/data-folder.ts";
import type { OpenDatabase } from "./database/database.ts";
import type { Snapshot } from "./indexing/snapshots.ts";
import type { Log } from "./log.ts";
import type { VectorStoreConfig } from "./settings/vector-store.ts";

/** An index with what keeps it over restarts, where it is in memory. */
export interface OpenIndex<Index> {
  readonly index: Index;
  readonly snapshot?: Snapshot;
}

/** What the indexes may need. */
export interface StoreSurroundings {
  readonly database: OpenDatabase;
  readonly folder: DataFolder;
  readonly log: Log;
}

/**
 * Opens the vector store of a configuration.
 * @throws QuarryError `invalid_request` when it cannot be used, with what to do.
 */
export async function openVectorStore(
  config: VectorStoreConfig,
  { database, folder, log }: StoreSurroundings,
): Promise<OpenIndex<VectorStore>> {
  switch (config.kind) {
    case "memory": {
      const index = createMemoryVectorStore({ snapshotFolder: folder.path("snapshots", "vectors") });
      return { index, snapshot: index };
    }
    case "pgvector": {
      const index = await createPgvectorStore(database.db, {
        index: "hnsw",
        halfvec: config.halfvec,
        onProblem: (error) => log.error("an index of vectors could not be made", error),
      });
      return { index };
    }
    case "chroma":
      return { index: createChromaVectorStore({ url: config.url }) };
    case "module":
      return { index: await loadStore(config.path, folder) };
  }
}

/**
 * Opens the lexical index: in this process's memory where this process is alone, in the database where others serve
 * from it too.
 */
export async function openLexicalIndex(
  vectorStore: VectorStoreConfig,
  { database, folder, log }: StoreSurroundings,
): Promise<OpenIndex<LexicalIndex>> {
  if (!database.isEmbedded && vectorStore.kind !== "memory") {
    const onProblem = (error: unknown) => log.error("the lexical index could not be tidied", error);
    return { index: await createPostgresLexicalIndex(database.db, { onProblem }) };
  }
  const index = createMemoryLexicalIndex({ snapshotFolder: folder.path("snapshots", "lexical") });
  return { index, snapshot: index };
}

/** Loads an integrator's store from a module that exports `createStore({ dataDir })`. */
async function loadStore(path: string, folder: DataFolder): Promise<VectorStore> {
  const refuse = (problem: string, cause?: unknown) =>
    new QuarryError("invalid_request", `The vector store ${path} ${problem}`, { cause });
  const loaded: Record<string, unknown> = await import(pathToFileURL(path).href).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : "it is no module";
    throw refuse(`cannot be loaded: ${reason}`, cause);
  });
  if (typeof loaded.createStore !== "function")
    throw refuse("must export a function createStore({ dataDir }), see adapters/README.md.");
  const store: unknown = await loaded.createStore({ dataDir: folder.path("vector-store") });
  if (!isVectorStore(store)) throw refuse("made something that is no VectorStore, see adapters/README.md.");
  return store;
}

function isVectorStore(value: unknown): value is VectorStore {
  if (typeof value !== "object" || value === null) return false;
  const store = value as Record<string, unknown>;
  const methods = ["upsert", "query", "delete", "count", "scan", "close"];
  const { name, capabilities } = store;
  return (
    typeof name === "string" &&
    typeof capabilities === "object" &&
    capabilities !== null &&
    methods.every((method) => typeof store[method] === "function")
  );
}
