import type { LexicalIndex, VectorStore } from "@quarry/core";
import { isBuiltinModel } from "@quarry/embedders";
import { createMemoryLexicalIndex, createMemoryVectorStore } from "@quarry/memory";
import type { OpenIndex } from "../indexes/open-indexes.ts";
import type { DataFolder } from "../platform/database/data-folder.ts";
import type { OpenDatabase } from "../platform/database/database.ts";
import type { Log } from "../platform/log/log.ts";
import { guardVectorStore } from "../platform/plugins/guard-vector-store.ts";
import type { Plugins } from "../platform/plugins/plugins.ts";
import type { VectorStoreConfig } from "../platform/settings/vector-store.ts";
import { openOwnStore } from "./own-store.ts";

/** What a store may need to open. */
export interface StoreContext {
  readonly database: OpenDatabase;
  readonly folder: DataFolder;
  readonly log: Log;
  readonly plugins: Plugins;
}

type Kind = VectorStoreConfig["kind"];
type ConfigOf<Name extends Kind> = Extract<VectorStoreConfig, { kind: Name }>;

/** Opens each kind of vector store: one line for each. A store that has libraries of its own is loaded when it is chosen. */
const VECTOR_STORES: {
  readonly [Name in Kind]: (
    config: ConfigOf<Name>,
    context: StoreContext,
  ) => OpenIndex<VectorStore> | Promise<OpenIndex<VectorStore>>;
} = {
  memory: openMemoryStore,
  pgvector: openPgvector,
  chroma: async ({ url }) => {
    const { createChromaVectorStore } = await import("@quarry/chroma");
    return { index: createChromaVectorStore({ url }) };
  },
  module: async ({ module, options }, { folder }) => ({
    index: await openOwnStore(module, { dataDir: folder.path("vector-store"), options }),
  }),
};

/**
 * Opens a vector store.
 * @throws QuarryError `invalid_request` when it cannot be used; the message says what to do.
 */
export async function openVectorStore<Name extends Kind>(
  config: ConfigOf<Name>,
  context: StoreContext,
): Promise<OpenIndex<VectorStore>> {
  const { index, ...opened } = await VECTOR_STORES[config.kind as Name](config, context);
  const health = context.plugins.add(`vector store ${index.name}`);
  return { ...opened, index: guardVectorStore(index, health), health };
}

/**
 * Opens the configured vector store and the lexical index that goes with it.
 * @throws QuarryError `invalid_request` when one of them cannot be used.
 */
export async function openStores(config: VectorStoreConfig, context: StoreContext) {
  // Opening may create tables, which two processes must not do at the same time.
  return context.database.exclusively("quarry migrations", async () => ({
    vectorIndex: await openVectorStore(config, context),
    lexicalIndex: await openLexicalIndex(config, context),
  }));
}

/** The lexical index is in memory when one process serves the data, and in PostgreSQL when several may. */
async function openLexicalIndex(
  vectorStore: VectorStoreConfig,
  { database, folder, log }: StoreContext,
): Promise<OpenIndex<LexicalIndex>> {
  if (!database.isEmbedded && vectorStore.kind !== "memory") {
    const { createPostgresLexicalIndex } = await import("@quarry/pgvector");
    const onProblem = (error: unknown) =>
      log.error("maintenance of the lexical index failed and will be retried", error);
    const { db, lookups } = database;
    return { index: await createPostgresLexicalIndex(db, { onProblem, lookups }) };
  }
  const index = createMemoryLexicalIndex({ snapshotFolder: folder.path("snapshots", "lexical") });
  return { index, snapshot: index };
}

function openMemoryStore(_config: ConfigOf<"memory">, { folder }: StoreContext): OpenIndex<VectorStore> {
  // Hybrid search only scores the lexical hits by these vectors, so an index would serve vector mode alone.
  const index = createMemoryVectorStore({
    snapshotFolder: folder.path("snapshots", "vectors"),
    isExact: isBuiltinModel,
  });
  return { index, snapshot: index };
}

async function openPgvector(
  { halfvec }: ConfigOf<"pgvector">,
  { database, log }: StoreContext,
): Promise<OpenIndex<VectorStore>> {
  const { createPgvectorStore } = await import("@quarry/pgvector");
  const index = await createPgvectorStore(database.db, {
    index: "hnsw",
    halfvec,
    isIndexed: (model) => !isBuiltinModel(model),
    onProblem: (error) => log.error("a vector index could not be built", error),
  });
  return { index };
}
