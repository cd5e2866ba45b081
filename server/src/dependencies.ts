import { randomBytes } from "node:crypto";
import { createDiskBlobStore, createS3BlobStore } from "@quarry/blobs";
import {
  type BlobStore,
  type Clock,
  createIds,
  createKeyedMutex,
  type Embedder,
  type NewId,
  type Reranker,
} from "@quarry/core";
import { createParserRegistry, requireLanguages } from "@quarry/parsers";
import type { Config } from "./config.ts";
import { openDataFolder } from "./database/data-folder.ts";
import type { Database, StatementLog } from "./database/database.ts";
import { openConfiguredDatabase } from "./database/open.ts";
import { createRateLimits, type RateLimits } from "./http/rate-limits.ts";
import { openIndexes } from "./indexes.ts";
import { createEmbeddingCache } from "./indexing/embedding-cache.ts";
import { openEmbeddingModels } from "./indexing/embedding-models.ts";
import type { Indexer } from "./indexing/indexer.ts";
import { createModelChange } from "./indexing/model-change.ts";
import type { Log } from "./log.ts";
import { createMailer } from "./mail/mailer.ts";
import { createEmbedder, createEmbedderOfName, createReranker } from "./models.ts";
import { type AccountHousekeeping, createAccountHousekeeping } from "./modules/accounts/housekeeping.ts";
import { readSecret } from "./modules/accounts/secret.ts";
import { type AccountService, createAccountService } from "./modules/accounts/service.ts";
import { createExportSpace } from "./modules/archives/export-space.ts";
import { createImportSpace } from "./modules/archives/import-space.ts";
import { enqueuePending } from "./modules/archives/queries.ts";
import { type ArchiveService, createArchiveService } from "./modules/archives/service.ts";
import { createAuditLog } from "./modules/audit/audit-log.ts";
import { type AuditService, createAuditService } from "./modules/audit/service.ts";
import { createErase } from "./modules/documents/erase.ts";
import { createDocumentRetention, type DocumentRetention } from "./modules/documents/retention.ts";
import { createDocumentService, type DocumentService } from "./modules/documents/service.ts";
import { createEvaluationService, type EvaluationService } from "./modules/evaluations/service.ts";
import { createEventFeed } from "./modules/events/event-feed.ts";
import { createEventLog } from "./modules/events/event-log.ts";
import { createEventSignal } from "./modules/events/event-signal.ts";
import { createEventRetention, type EventRetention } from "./modules/events/retention.ts";
import { createEventService, type EventService } from "./modules/events/service.ts";
import { createIdempotencyService, type IdempotencyService } from "./modules/idempotency/service.ts";
import { type Authenticator, createAuthenticator } from "./modules/keys/authenticator.ts";
import { createKeyService, type KeyService } from "./modules/keys/service.ts";
import { createOrganizationService, type OrganizationService } from "./modules/organizations/service.ts";
import { createQuestionVectors } from "./modules/query/question-vectors.ts";
import { createReranking } from "./modules/query/rerank.ts";
import { createLegSearch, createSearch } from "./modules/query/search.ts";
import { createQueryService, type QueryService } from "./modules/query/service.ts";
import { createSmartQueryService, type SmartQueryService } from "./modules/query/smart.ts";
import { createVectorSearch } from "./modules/query/vector-legs.ts";
import { createArrivingSpaces } from "./modules/spaces/arriving-spaces.ts";
import { createEraseSpace } from "./modules/spaces/erase-space.ts";
import { createSpaceService, type SpaceService } from "./modules/spaces/service.ts";
import { createUsageService, type UsageService } from "./modules/usage/service.ts";
import { createWebhookDispatcher } from "./modules/webhooks/dispatcher.ts";
import { createWebhookSender } from "./modules/webhooks/sender.ts";
import { createWebhookService, type WebhookService } from "./modules/webhooks/service.ts";
import { createOperations, type Operations } from "./operations/operations.ts";
import { deleteStrayFiles } from "./operations/stray-files.ts";
import { createPreparer } from "./preparing/preparer.ts";
import { openVectorStore } from "./stores.ts";
import { createWorker } from "./worker/worker.ts";

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
  /** Absent when it is off. */
  readonly reranker: Reranker | undefined;
  readonly authenticator: Authenticator;
  readonly rateLimits: RateLimits;
  readonly indexer: Indexer;
  readonly operations: Operations;
  readonly services: {
    readonly organizations: OrganizationService;
    readonly spaces: SpaceService;
    readonly documents: DocumentService;
    readonly queries: QueryService;
    readonly smartQueries: SmartQueryService;
    readonly keys: KeyService;
    readonly events: EventService;
    readonly webhooks: WebhookService;
    readonly evaluations: EvaluationService;
    readonly archives: ArchiveService;
    readonly audit: AuditService;
    readonly accounts: AccountService;
    readonly usage: UsageService;
    readonly idempotency: IdempotencyService;
  };
  readonly eventRetention: EventRetention;
  readonly accountHousekeeping: AccountHousekeeping;
  readonly documentRetention: DocumentRetention;
  /** True when the derived indexes hold what the database holds. */
  isReady(): boolean;
  /** Resolves when it does. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * Builds everything from the configuration. Besides `models.ts` and `stores.ts` nothing knows which adapter is in use.
 * @param isServing False for a command that does its work and ends: it processes no uploads.
 * @param statements Gets the text of every statement.
 * @param openDatabase Opens another database than the configured one, for tests.
 * @throws QuarryError when the data folder cannot be used, or a language for pictures is not installed.
 */
export async function createDependencies(
  config: Config,
  log: Log,
  {
    isServing = true,
    statements,
    openDatabase = openConfiguredDatabase,
  }: {
    readonly isServing?: boolean;
    readonly statements?: StatementLog;
    readonly openDatabase?: typeof openConfiguredDatabase;
  } = {},
): Promise<Dependencies> {
  const startedAt = new Date();
  requireLanguages(config.preparing.ocrLanguages);
  const clock: Clock = { now: Date.now };
  const newId = createIds(randomBytes, clock.now);
  const isForOne = config.databaseUrl === undefined || config.vectorStore.kind === "memory";
  const opened: (() => void | Promise<void>)[] = [];
  const abandon = async (error: unknown): Promise<never> => {
    for (const close of opened.reverse()) await close();
    throw error;
  };
  const folder = openDataFolder(config.dataDir, isForOne);
  opened.push(folder.release);
  const embedder = await createEmbedder(config, folder, log).catch(abandon);
  opened.push(embedder.close);
  const reranker = isServing ? await createReranker(config, folder, log).catch(abandon) : undefined;
  if (reranker) opened.push(reranker.close);
  const database = await openDatabase(config, folder, log, statements).catch(abandon);
  opened.push(database.close);
  const { db } = database;

  const blobs =
    config.blobs.kind === "s3" ? createS3BlobStore(config.blobs) : createDiskBlobStore(folder.path("blobs"));
  const surroundings = { database, folder, clock, log };
  const indexes = await openIndexes(config.vectorStore, surroundings).catch(abandon);
  const { lexical, vectors, indexer, ready } = indexes;
  opened.push(indexes.close);
  const models = await openEmbeddingModels({
    ...{ database, log, configured: embedder, isDeciding: isServing },
    embedderOfName: (name) => createEmbedderOfName(config, name),
  }).catch(abandon);
  const embeddings = createEmbeddingCache(db);
  const change = createModelChange({ database, models, embeddings, indexer, clock, log, ready });
  const preparer = createPreparer(createParserRegistry(), config.preparing);
  const authenticator = createAuthenticator({ db, clock });
  const { enterprisePerMinute } = config;
  const rateLimits = createRateLimits({ clock, db, isOnlyProcess: isForOne, enterprisePerMinute });
  const mutex = createKeyedMutex();
  const signal = createEventSignal();
  const events = createEventLog({ clock, signal });
  const audit = createAuditLog({ newId, clock });
  const feed = createEventFeed({ db, signal, log });
  const eventRetention = createEventRetention({ db, clock, log });
  const processing = { db, newId, clock, preparer, models, embeddings, indexer, blobs, mutex, events };
  const erase = createErase({ indexer, blobs, events });
  const documentRetention = createDocumentRetention({ db, clock, log, events, erase, mutex });
  const { isOnlyProcess } = indexes;
  const worker = createWorker({ ...processing, settings: config.worker, log, isOnlyProcess });

  const sender = createWebhookSender(config.webhooks);
  const toWebhooks = { db, clock, log, sender, settings: config.webhooks, signal, isOnlyProcess };
  const dispatcher = createWebhookDispatcher(toWebhooks);

  const searchVectors = createVectorSearch({ vectors, models, questions: createQuestionVectors() });
  const searchLegs = createLegSearch({ lexical, searchVectors });
  const reranking = createReranking({ reranker });
  const queries = createQueryService({ db, search: createSearch(searchLegs), reranking, ready });
  const eraseSpace = createEraseSpace({ indexer, blobs });
  const spaces = createSpaceService({
    ...{ db, newId, clock, indexer, eraseSpace, events, audit },
    wakeWorker: worker.wake,
  });
  const arriving = createArrivingSpaces({
    ...{ db, newId, clock, log, indexer, eraseSpace, events, audit, isOnlyProcess },
    complete: enqueuePending,
  });
  const mailer = createMailer(config.mail, log);
  const accounts = await createAccountService({
    ...{ db, newId, clock, log, mailer, audit, config: config.accounts },
    isShared: !isForOne,
  }).catch(abandon);
  const accountHousekeeping = createAccountHousekeeping({ db, clock, log });
  const services = {
    organizations: createOrganizationService({ db, newId, clock, exclusively: database.exclusively, events }),
    spaces,
    documents: createDocumentService({
      ...processing,
      erase,
      statusHoldMs: config.worker.statusHoldMs,
      wakeWorker: worker.wake,
    }),
    queries,
    smartQueries: createSmartQueryService({ db, lexical, queries, reranking, ready }),
    keys: createKeyService({ db, newId, clock, authenticator, events, audit }),
    events: createEventService({ db, feed, clock, log }),
    webhooks: createWebhookService({
      ...{ db, newId, clock, sender, audit, wake: dispatcher.wake },
      allowPrivate: config.webhooks.allowPrivate,
    }),
    audit: createAuditService({ db }),
    accounts,
    usage: createUsageService({
      ...{ db, clock, readWindows: rateLimits.read },
      maxFileBytes: config.limits.maxFileBytes,
    }),
    idempotency: createIdempotencyService({ db, log, secret: await readSecret(db).catch(abandon) }),
    evaluations: createEvaluationService({ db, newId, clock, ready, queries, searchLegs, spaces }),
    archives: createArchiveService({
      db,
      exportSpace: createExportSpace({ db, clock, blobs, log }),
      importSpace: createImportSpace({
        ...{ ...processing, arriving, wakeWorker: worker.wake },
        ...config.limits,
      }),
    }),
  };
  if (isServing) {
    models.start();
    change.start();
    await worker.start();
    await dispatcher.start();
    accountHousekeeping.start();
    documentRetention.start();
  }

  // Whoever has the data folder alone knows that nobody is writing the files that were there.
  const settledBefore = () => (isForOne ? startedAt : new Date(clock.now() - FILE_SETTLED_MS));
  const operations = createOperations({
    ...{ db, blobs, clock, log, indexer, lexical, vectors, ready, settledBefore, audit },
    openStore: async (store) => (await openVectorStore(store, surroundings)).index,
  });
  // The files of an import that died are its space's, and not stray, until that is erased.
  if (isServing)
    void arriving
      .start()
      .then(() => deleteStrayFiles({ db, blobs, log }, settledBefore()))
      .catch((error) => log.error("stray files could not be deleted", error));

  return {
    config,
    clock,
    log,
    newId,
    db,
    blobs,
    embedder,
    reranker,
    authenticator,
    rateLimits,
    indexer,
    operations,
    services,
    eventRetention,
    accountHousekeeping,
    documentRetention,
    ready,
    isReady: indexes.isReady,
    async close() {
      services.events.close();
      await services.accounts.close();
      accountHousekeeping.stop();
      eventRetention.stop();
      await documentRetention.stop();
      await arriving.stop();
      const changeStopped = change.stop();
      if (isServing) await Promise.all([worker.stop(), dispatcher.stop()]);
      // Closed embedders end what the change is waiting for.
      await models.close();
      await reranker?.close();
      await changeStopped;
      preparer.close();
      await indexes.close();
      await database.close();
      folder.release();
    },
  };
}
