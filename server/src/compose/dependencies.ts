import { createReadiness } from "../modules/health/readiness.ts";
import { createOperations } from "../operations/operations.ts";
import { deleteStrayFiles } from "../operations/stray-files.ts";
import { createDiskCheck } from "../platform/database/disk-check.ts";
import type { Log } from "../platform/log/log.ts";
import type { Config } from "../platform/settings/config.ts";
import { type Base, openBackups, openBase, type StartOptions } from "./base.ts";
import { createIngestion, type Ingestion } from "./ingestion.ts";
import { type Modules, openModules } from "./modules.ts";
import { createOperator } from "./operator.ts";
import { addReadings } from "./readings.ts";
import { openRetrieval, type Retrieval } from "./retrieval.ts";
import { openVectorStore } from "./stores.ts";

/** In a data folder that several processes share, a file without a row may be an upload in progress for this long. */
const UPLOAD_SETTLED_MS = 3_600_000;

/** The whole service, ready for its routes. */
export type Dependencies = Awaited<ReturnType<typeof createDependencies>>;

/**
 * Starts the service in four steps, each on top of the one before.
 *
 * Every step registers how to close what it opens, and closing runs that list backwards, also when a later step fails:
 * the search for stray files; the log of questions and the count of calls; event streams and accounts; housekeeping, retention and imports; the worker together with the bulk runner and the webhook dispatcher;
 * the preparer; the model change together with the embedders; the indexes (which save their snapshots and release their
 * claim); the database; the data folder. So nothing is closed while something that uses it still runs.
 * @throws QuarryError `invalid_request` when the configuration cannot be used.
 */
export async function createDependencies(config: Config, log: Log, options: StartOptions = {}) {
  await using resources = new AsyncDisposableStack();
  const base = await openBase(resources, config, log, options);
  const retrieval = await openRetrieval(resources, base);
  const ingestion = createIngestion(resources, base, retrieval);
  const modules = await openModules(resources, base, retrieval, ingestion);
  if (base.isServing) await startBackgroundWork(resources, base, retrieval, ingestion, modules);
  if (base.metrics) addReadings(base.metrics, base, retrieval, modules.admission);
  const operations = createServiceOperations(base, retrieval);
  const connection = base.database.connect();
  resources.defer(() => connection.end({ timeout: 1 }));
  const readiness = createReadiness({
    ...{ connection, plugins: base.plugins, indexer: retrieval.indexer, isReady: retrieval.isReady },
    damage: base.database.damage,
    checkDisk: createDiskCheck(config.dataDir),
  });
  // The service is up: from here on it closes when the caller says so, not when this function returns.
  const running = resources.move();
  const { clock, newId, db, blobs, embedder, reranker, metrics, telemetry } = base;
  const { indexer, ready, isReady, isSaving, queries } = retrieval;
  const { services, authenticator, rateLimits, tally, admission, uploads, ...background } = modules;
  const { eventRetention, embeddingRetention, accountHousekeeping, documentRetention, fileRetention } =
    background;
  return {
    ...{ config, clock, log, newId, db, blobs, queries },
    /** The configured embedder; others may serve too while a model change is under way. */
    embedder,
    /** Absent when it is off. */
    reranker,
    ...{ authenticator, rateLimits, tally, admission, uploads, indexer, services },
    ...{ readiness, operations },
    operator: createOperator(base, readiness, operations),
    /** Absent when they are off. */
    metrics,
    /** Absent when metrics and traces are off. */
    telemetry,
    ...{ eventRetention, embeddingRetention, accountHousekeeping, documentRetention, fileRetention },
    /** True when the derived indexes match the database. */
    isReady,
    /** Resolves when the derived indexes match the database. */
    ready,
    /** True while the indexes are saved. */
    isSaving,
    /** Closes everything; later calls do nothing. */
    close: (): Promise<void> => running.disposeAsync(),
  };
}

async function startBackgroundWork(
  resources: AsyncDisposableStack,
  base: Base,
  { models, modelChange, ready }: Retrieval,
  { worker }: Ingestion,
  {
    dispatcher,
    bulkRunner,
    eventRetention,
    embeddingRetention,
    accountHousekeeping,
    documentRetention,
    fileRetention,
    importing,
  }: Modules,
): Promise<void> {
  const { db, blobs, log } = base;
  models.start();
  modelChange.start();
  await worker.start();
  await dispatcher.start();
  await bulkRunner.start();
  eventRetention.start();
  embeddingRetention.start();
  accountHousekeeping.start();
  documentRetention.start();
  fileRetention.start();
  // After the abandoned imports are erased: until then their files belong to their spaces and are not stray.
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    stopping.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  const cleaned = importing
    .start()
    // Looks at every file, which would delay the first answers.
    .then(() => Promise.race([ready, stopped]))
    .then(() => deleteStrayFiles({ db, blobs, log }, settledBefore(base), stopping.signal))
    .catch((error) => log.error("stray files could not be deleted", error));
  resources.defer(async () => {
    stopping.abort();
    await Promise.all([importing.stop(), cleaned]);
  });
}

function createServiceOperations(base: Base, retrieval: Retrieval) {
  const { db, blobs, clock, log, audit, database } = base;
  const { indexer, catalogue, lexical, vectors, ready, queries } = retrieval;
  return createOperations({
    ...{ db, blobs, clock, log, indexer, catalogue, lexical, vectors, ready, audit, queries },
    connect: database.connect,
    openBackups,
    settledBefore: () => settledBefore(base),
    openStore: async (store) => (await openVectorStore(store, base)).index,
  });
}

/** Files older than this belong to a document or are stray. In a folder of its own, a process knows its own uploads. */
function settledBefore({ isSingleProcess, startedAt, clock }: Base): Date {
  return isSingleProcess ? startedAt : new Date(clock.now() - UPLOAD_SETTLED_MS);
}
