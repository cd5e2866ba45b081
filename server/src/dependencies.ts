import { randomBytes } from "node:crypto";
import { createDiskBlobStore, createS3BlobStore } from "@quarry/blobs";
import {
  type BlobStore,
  type Clock,
  createIds,
  createKeyedMutex,
  type Embedder,
  type NewId,
  QuarryError,
} from "@quarry/core";
import { createBuiltinEmbedder, createOpenAiEmbedder } from "@quarry/embedders";
import { createParserRegistry } from "@quarry/parsers";
import type { Config, OpenAiAccess } from "./config.ts";
import { openDataFolder } from "./database/data-folder.ts";
import type { Database } from "./database/database.ts";
import { createMaintenance } from "./database/maintenance.ts";
import { openDatabase } from "./database/open.ts";
import { openIndexes } from "./indexes.ts";
import { createEmbeddingCache } from "./indexing/embedding-cache.ts";
import { openEmbeddingModels } from "./indexing/embedding-models.ts";
import type { Indexer } from "./indexing/indexer.ts";
import { createModelChange } from "./indexing/model-change.ts";
import type { Log } from "./log.ts";
import { createDocumentService, type DocumentService } from "./modules/documents/service.ts";
import { type Authenticator, createAuthenticator } from "./modules/keys/authenticator.ts";
import { createKeyService, type KeyService } from "./modules/keys/service.ts";
import { createOrganizationService, type OrganizationService } from "./modules/organizations/service.ts";
import { createQuestionVectors } from "./modules/query/question-vectors.ts";
import { createSearch } from "./modules/query/search.ts";
import { createQueryService, type QueryService } from "./modules/query/service.ts";
import { createSmartQueryService, type SmartQueryService } from "./modules/query/smart.ts";
import { createVectorSearch } from "./modules/query/vector-legs.ts";
import { createSpaceService, type SpaceService } from "./modules/spaces/service.ts";
import { createOperations, type Operations } from "./operations/operations.ts";
import { deleteStrayFiles } from "./operations/stray-files.ts";
import { createPreparer } from "./preparing/preparer.ts";
import { openVectorStore } from "./stores.ts";
import { createWorker } from "./worker/worker.ts";

/**
 * How long a write waits for a provider that answers nobody: less than callers wait for an answer. Uploads are tried
 * again later, so they lose nothing by it.
 */
const PROVIDER_PATIENCE_MS = 45_000;

/** A file that is older belongs to a document, or to nothing. */
const FILE_SETTLED_MS = 3_600_000;

/** Everything that the application is made of. */
export interface Dependencies {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: NewId;
  readonly db: Database;
  readonly blobs: BlobStore;
  /** The configured one; others may serve besides it while documents are embedded anew. */
  readonly embedder: Embedder;
  readonly authenticator: Authenticator;
  readonly indexer: Indexer;
  readonly operations: Operations;
  readonly services: {
    readonly organizations: OrganizationService;
    readonly spaces: SpaceService;
    readonly documents: DocumentService;
    readonly queries: QueryService;
    readonly smartQueries: SmartQueryService;
    readonly keys: KeyService;
  };
  /** True when the derived indexes hold what the database holds. */
  isReady(): boolean;
  /** Resolves when it does. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * Builds everything from the configuration: the only place that knows which adapter is in use.
 * @param isServing False for a command that does its work and ends: it processes no uploads.
 * @throws QuarryError when the data folder cannot be used.
 */
export async function createDependencies(
  config: Config,
  log: Log,
  { isServing = true }: { readonly isServing?: boolean } = {},
): Promise<Dependencies> {
  const startedAt = new Date();
  const clock: Clock = { now: Date.now };
  const newId = createIds(randomBytes, clock.now);
  const embedder = createEmbedder(config);
  const isForOne = config.databaseUrl === undefined || config.vectorStore.kind === "memory";
  const folder = openDataFolder(config.dataDir, isForOne);
  const database = await openDatabase(config, folder, log).catch((error: unknown) => {
    folder.release();
    throw error;
  });
  // PostgreSQL servers have autovacuum.
  const maintenance = database.isEmbedded ? createMaintenance(database.db, log) : undefined;
  const { db } = database;

  const blobs =
    config.blobs.kind === "s3" ? createS3BlobStore(config.blobs) : createDiskBlobStore(folder.path("blobs"));
  const surroundings = { database, folder, clock, log };
  const letGo = async () => {
    maintenance?.stop();
    await database.close();
    folder.release();
  };
  const indexes = await openIndexes(config.vectorStore, surroundings).catch(async (error: unknown) => {
    await letGo();
    throw error;
  });
  const { lexical, vectors, indexer, ready } = indexes;
  const models = await openEmbeddingModels({
    ...{ database, log, configured: embedder, isDeciding: isServing },
    embedderOfName: (name) => createEmbedderOfName(config, name),
  }).catch(async (error: unknown) => {
    await indexes.close();
    await letGo();
    throw error;
  });
  const embeddings = createEmbeddingCache(db);
  const change = createModelChange({ database, models, embeddings, indexer, clock, log, ready });
  const preparer = createPreparer(createParserRegistry(), config.preparing);
  const authenticator = createAuthenticator({ db, clock });
  const mutex = createKeyedMutex();
  const processing = { db, newId, clock, preparer, models, embeddings, indexer, blobs, mutex };
  const { isOnlyProcess } = indexes;
  const worker = createWorker({ ...processing, settings: config.worker, log, isOnlyProcess });

  const searchVectors = createVectorSearch({ vectors, models, questions: createQuestionVectors() });
  const search = createSearch({ lexical, searchVectors });
  const queries = createQueryService({ db, search, ready });
  const services = {
    organizations: createOrganizationService({ db, newId, clock, exclusively: database.exclusively }),
    spaces: createSpaceService({ db, newId, clock, indexer, blobs }),
    documents: createDocumentService({
      ...processing,
      statusHoldMs: config.worker.statusHoldMs,
      wakeWorker: worker.wake,
    }),
    queries,
    smartQueries: createSmartQueryService({ db, lexical, queries, ready }),
    keys: createKeyService({ db, newId, clock, authenticator }),
  };
  if (isServing) {
    models.start();
    change.start();
    await worker.start();
  }

  // Whoever has the data folder alone knows that nobody is writing the files that were there.
  const settledBefore = () => (isForOne ? startedAt : new Date(clock.now() - FILE_SETTLED_MS));
  const operations = createOperations({
    ...{ db, blobs, clock, log, indexer, lexical, vectors, ready, settledBefore },
    openStore: async (store) => (await openVectorStore(store, surroundings)).index,
  });
  if (isServing)
    void deleteStrayFiles({ db, blobs, log }, settledBefore()).catch((error) =>
      log.error("stray files could not be deleted", error),
    );

  return {
    config,
    clock,
    log,
    newId,
    db,
    blobs,
    embedder,
    authenticator,
    indexer,
    operations,
    services,
    ready,
    isReady: indexes.isReady,
    async close() {
      const changeStopped = change.stop();
      if (isServing) await worker.stop();
      // Closed embedders end what the change is waiting for.
      await models.close();
      await changeStopped;
      preparer.close();
      await indexes.close();
      await letGo();
    },
  };
}

function createEmbedder({ embedder }: Config): Embedder {
  if (embedder.kind === "builtin") return createBuiltinEmbedder();
  return createOpenAi(embedder, embedder.model, embedder.dimensions);
}

function createOpenAi(
  { apiKey, baseUrl }: OpenAiAccess,
  model: string,
  dimensions: number | undefined,
): Embedder {
  return createOpenAiEmbedder({
    apiKey,
    model,
    documentBudgetMs: PROVIDER_PATIENCE_MS,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(dimensions === undefined ? {} : { dimensions }),
  });
}

/** The embedder whose `model` this is, made of the present settings; undefined when they do not suffice. */
function createEmbedderOfName({ openAi }: Config, name: string): Embedder | undefined {
  const candidates = [
    () => createBuiltinEmbedder({ dimensions: Number(/^builtin:v1:(\d+)$/.exec(name)?.[1]) }),
  ];
  if (openAi) {
    // With or without a length, which looks like the version that some models' names end with; the host is the same.
    const named = name.replace(/^openai:/, "").replace(/@[^@/]+$/, "");
    const [, model = "", length] = /^(.*):(\d+)$/.exec(named) ?? [];
    candidates.push(
      () => createOpenAi(openAi, named, undefined),
      () => createOpenAi(openAi, model, Number(length)),
    );
  }
  for (const create of candidates)
    try {
      const embedder = create();
      if (embedder.model === name) return embedder;
    } catch (error) {
      // These settings are not those of such a model.
      if (!QuarryError.isInstance(error)) throw error;
    }
  return undefined;
}
