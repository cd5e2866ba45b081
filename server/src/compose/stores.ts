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

/** Indexes in memory that are loading their files. */
export interface LoadingIndexes {
  readonly vectorIndex: OpenIndex<VectorStore> | undefined;
  readonly lexicalIndex: OpenIndex<LexicalIndex> | undefined;
}

/** Opens the indexes that are in memory and starts to load them, because their files are read while the database starts. */
export function startLoading(
  { kind }: VectorStoreConfig,
  { folder, log, isSingleProcess }: LoadingContext,
): LoadingIndexes {
  return {
    lexicalIndex: isSingleProcess ? loading(openMemoryLexicalIndex({ folder, log })) : undefined,
    vectorIndex: kind === "memory" ? loading(openMemoryStore({ kind }, { folder, log })) : undefined,
  };
}

type FilesContext = Pick<StoreContext, "folder" | "log">;
type LoadingContext = FilesContext & { readonly isSingleProcess: boolean };

function loading<Index>({ snapshot, ...opened }: OpenIndex<Index>): OpenIndex<Index> {
  const loaded = snapshot?.load();
  // Prevents an unhandled rejection; awaited before the index is used.
  loaded?.catch(() => undefined);
  return {
    ...opened,
    ...(snapshot && { snapshot: { load: async () => loaded, save: () => snapshot.save() } }),
  };
}

/**
 * Opens a vector store.
 * @throws QuarryError `invalid_request` when it cannot be used; the message says what to do.
 */
export async function openVectorStore<Name extends Kind>(
  config: ConfigOf<Name>,
  context: StoreContext,
): Promise<OpenIndex<VectorStore>> {
  return guarded(await VECTOR_STORES[config.kind as Name](config, context), context);
}

function guarded(
  { index, ...opened }: OpenIndex<VectorStore>,
  { plugins }: StoreContext,
): OpenIndex<VectorStore> {
  const health = plugins.add(`vector store ${index.name}`);
  return { ...opened, index: guardVectorStore(index, health), health };
}

/**
 * Opens the configured vector store and the lexical index that goes with it, unless they are loading.
 * @throws QuarryError `invalid_request` when one of them cannot be used.
 */
export async function openStores(config: VectorStoreConfig, context: StoreContext, started: LoadingIndexes) {
  // Opening may create tables, which two processes must not do at the same time.
  return context.database.exclusively("quarry migrations", async () => ({
    vectorIndex: started.vectorIndex
      ? guarded(started.vectorIndex, context)
      : await openVectorStore(config, context),
    lexicalIndex: await openLexicalIndex(config, context, started),
  }));
}

/** The lexical index is in memory when one process serves the data, and in PostgreSQL when several may. */
async function openLexicalIndex(
  vectorStore: VectorStoreConfig,
  { database, folder, log }: StoreContext,
  { lexicalIndex }: LoadingIndexes,
): Promise<OpenIndex<LexicalIndex>> {
  if (database.isEmbedded || vectorStore.kind === "memory")
    return lexicalIndex ?? openMemoryLexicalIndex({ folder, log });
  const { createPostgresLexicalIndex } = await import("@quarry/pgvector");
  const onProblem = (error: unknown) =>
    log.error("maintenance of the lexical index failed and will be retried", error);
  const { db, lookups } = database;
  return { index: await createPostgresLexicalIndex(db, { onProblem, lookups }) };
}

function openMemoryLexicalIndex({ folder, log }: FilesContext): OpenIndex<LexicalIndex> {
  const snapshotFolder = folder.path("snapshots", "lexical");
  const index = createMemoryLexicalIndex({ snapshotFolder, onSkipped: warnOfSkipped(log) });
  return { index, snapshot: index };
}

const warnOfSkipped = (log: Log) => (path: string) =>
  log.warn(
    `The index file ${path} is damaged or of another version. Its entries come from the database instead: nothing is lost.`,
  );

function openMemoryStore(_config: ConfigOf<"memory">, { folder, log }: FilesContext): OpenIndex<VectorStore> {
  // Hybrid search only scores the lexical hits by these vectors, so an index would serve vector mode alone.
  const index = createMemoryVectorStore({
    snapshotFolder: folder.path("snapshots", "vectors"),
    isExact: isBuiltinModel,
    onSkipped: warnOfSkipped(log),
  });
  return { index, snapshot: index, documents: index.documents };
}

async function openPgvector(
  { halfvec }: ConfigOf<"pgvector">,
  { database, log }: StoreContext,
): Promise<OpenIndex<VectorStore>> {
  const { createPgvectorStore } = await import("@quarry/pgvector");
  // Its `ready` would ask the database, which the service does itself, and wait behind slow statements.
  const { ready: _ready, ...index } = await createPgvectorStore(database.db, {
    index: "hnsw",
    halfvec,
    isIndexed: (model) => !isBuiltinModel(model),
    onProblem: (error) => log.error("a vector index could not be built", error),
  });
  return { index };
}
