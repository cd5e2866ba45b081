import { filterSql } from "@quarry/pgvector/filter-sql";
import { createEmbeddingRetention } from "../indexes/embeddings/embedding-retention.ts";
import { admitParsing, admitUpserts } from "../ingest/admit-uploads.ts";
import { createIngestService } from "../ingest/ingest-service.ts";
import { enqueuePending } from "../ingest/jobs/enqueue-pending.ts";
import { createParseFile } from "../ingest/parse-file.ts";
import { createAccountHousekeeping } from "../modules/accounts/people/account-housekeeping.ts";
import { readSecret } from "../modules/accounts/secret.ts";
import { createAccountService } from "../modules/accounts/service.ts";
import { createExportSpace } from "../modules/archives/export-space.ts";
import { createImportSpace } from "../modules/archives/import-space.ts";
import { createArchiveService } from "../modules/archives/service.ts";
import { createAuditService } from "../modules/audit/service.ts";
import { createBulkActions } from "../modules/bulk/actions/all-actions.ts";
import { createBulkRunner } from "../modules/bulk/bulk-runner.ts";
import { createBulkService } from "../modules/bulk/service.ts";
import { createPreviewChunking } from "../modules/documents/preview-chunking.ts";
import { createDocumentRetention } from "../modules/documents/retention.ts";
import { createDocumentService } from "../modules/documents/service.ts";
import { createEvaluationService } from "../modules/evaluations/service.ts";
import { createEventFeed } from "../modules/events/event-feed.ts";
import { createEventService } from "../modules/events/service.ts";
import { createAuthenticator } from "../modules/keys/authenticator.ts";
import { createKeyService } from "../modules/keys/service.ts";
import { createFileRetention } from "../modules/openai/file-retention.ts";
import { createOpenAiServices } from "../modules/openai/service.ts";
import { createOrganizationService } from "../modules/organizations/service.ts";
import { createQuestionRecorder } from "../modules/questions/question-recorder.ts";
import { createQuestionLog } from "../modules/questions/service.ts";
import { createEventRetention } from "../modules/retention/event-retention.ts";
import { createEraseSpace } from "../modules/spaces/erase-space.ts";
import { createImportingSpaces } from "../modules/spaces/importing-spaces.ts";
import { createSpaceService } from "../modules/spaces/service.ts";
import { createCallTally } from "../modules/usage/call-tally.ts";
import { createUsageService } from "../modules/usage/service.ts";
import { createWebhookDispatcher } from "../modules/webhooks/dispatcher.ts";
import { createWebhookSender } from "../modules/webhooks/sender.ts";
import { createWebhookService } from "../modules/webhooks/service.ts";
import { createIdempotencyService } from "../platform/idempotency/idempotency-service.ts";
import { createAdmission } from "../platform/limits/admission.ts";
import { createRateLimits } from "../platform/limits/rate-limits.ts";
import { createUploadAdmission } from "../platform/limits/upload-admission.ts";
import { createMailer } from "../platform/mail/mailer.ts";
import { admitQuestions } from "../retrieve/admit-questions.ts";
import { observeQuestions } from "../retrieve/observe-questions.ts";
import { recordQuestions } from "../retrieve/record-questions.ts";
import type { Base } from "./base.ts";
import type { Ingestion } from "./ingestion.ts";
import type { Retrieval } from "./retrieval.ts";
import { createScratchFiles } from "./scratch-files.ts";

/** Bodies of the largest size that are held in memory at the same time. */
const BODIES_IN_MEMORY = 2;

/** The services behind the routes, and the background work that belongs to them. */
export type Modules = Awaited<ReturnType<typeof openModules>>;

/** Creates the services behind the routes; `startBackgroundWork` starts what runs in the background. */
export async function openModules(
  resources: AsyncDisposableStack,
  base: Base,
  retrieval: Retrieval,
  ingestion: Ingestion,
) {
  const { config, db, database, newId, clock, log, blobs, events, audit, signal, isSingleProcess } = base;
  const { indexer, ready, queries, smartQueries, legSearch, isOnlyProcess, models } = retrieval;
  const { processing, erase, eraseDocuments, worker } = ingestion;
  const wakeWorker = worker.wake;

  const authenticator = createAuthenticator({ db, clock });
  const { enterprisePerMinute } = config;
  const rateLimits = createRateLimits({ clock, db, isOnlyProcess: isSingleProcess, enterprisePerMinute });

  const sender = createWebhookSender(config.webhooks);
  const dispatcher = createWebhookDispatcher({
    ...{ db, clock, log, sender, settings: config.webhooks, signal, isOnlyProcess },
  });
  const bulkRunner = createBulkRunner({
    ...{ db, clock, log, isOnlyProcess, onWork: base.telemetry?.onWork },
    actions: createBulkActions({ ...processing, eraseDocuments, wakeWorker }),
    leaseMs: config.worker.leaseMs,
  });
  resources.defer(
    async () => void (await Promise.all([worker.stop(), bulkRunner.stop(), dispatcher.stop()])),
  );

  const eraseSpace = createEraseSpace({ indexer, blobs });
  const importing = createImportingSpaces({
    ...{ db, newId, clock, log, indexer, eraseSpace, events, audit, isOnlyProcess },
    complete: enqueuePending,
  });
  resources.defer(importing.stop);
  const housekeeping = { db, clock, log, claim: database.claim };
  const documentRetention = createDocumentRetention({
    ...{ ...housekeeping, events, erase, mutex: processing.mutex },
  });
  resources.defer(documentRetention.stop);
  const fileRetention = createFileRetention({ ...housekeeping, blobs });
  resources.defer(fileRetention.stop);
  const eventRetention = createEventRetention(housekeeping);
  resources.defer(eventRetention.stop);
  const embeddingRetention = createEmbeddingRetention(housekeeping);
  resources.defer(embeddingRetention.stop);
  const accountHousekeeping = createAccountHousekeeping(housekeeping);
  resources.defer(accountHousekeeping.stop);

  const accounts = await createAccountService({
    ...{ db, newId, clock, log, mailer: createMailer(config.mail, log), audit, config: config.accounts },
    isShared: !isSingleProcess,
  });
  resources.defer(accounts.close);
  const eventService = createEventService({ db, feed: createEventFeed({ db, signal, log }), clock, log });
  resources.defer(eventService.close);

  const spaces = createSpaceService({
    ...{ db, newId, clock, indexer, eraseSpace, events, audit, wakeWorker },
  });
  const uploads = createUploadAdmission(BODIES_IN_MEMORY * config.limits.maxBodyBytes);
  const ingest = admitUpserts(createIngestService({ ...processing, wakeWorker }), uploads);
  const documents = createDocumentService({
    ...{ ...processing, erase, statusHoldMs: config.worker.statusHoldMs, wakeWorker },
    toCondition: filterSql,
  });
  const admission = createAdmission();
  const recorder = createQuestionRecorder({ db, newId, clock, log });
  resources.defer(recorder.close);
  const observed = observeQuestions({ queries, smartQueries }, base.telemetry?.onStage);
  const admitted = admitQuestions(observed, admission, config.timeoutsMs.question);
  const questions = recordQuestions(admitted, { recorder, clock });
  const tally = createCallTally({ db, clock, log });
  resources.defer(tally.close);
  const services = {
    organizations: createOrganizationService({ db, newId, clock, exclusively: database.exclusively, events }),
    spaces,
    ingest,
    parsing: {
      parseFile: admitParsing(createParseFile(processing), uploads),
      receive: await createScratchFiles(resources),
    },
    documents,
    previewChunking: createPreviewChunking(processing),
    bulk: createBulkService({ db, newId, clock, audit, toCondition: filterSql, wake: bulkRunner.wake }),
    ...questions,
    openAi: createOpenAiServices({
      ...{ db, newId, clock, blobs, models, spaces, documents, ingest, uploads },
      queries: questions.queries,
      hasReranker: base.reranker !== undefined,
    }),
    keys: createKeyService({ db, newId, clock, authenticator, events, audit }),
    events: eventService,
    webhooks: createWebhookService({
      ...{ db, newId, clock, sender, audit, wake: dispatcher.wake },
      allowPrivate: config.webhooks.allowPrivate,
    }),
    audit: createAuditService({ db }),
    questionLog: createQuestionLog({ db, clock, audit, recorder }),
    accounts,
    usage: createUsageService({
      ...{ db, clock, tally, readWindows: rateLimits.read, maxFileBytes: config.limits.maxFileBytes },
    }),
    idempotency: createIdempotencyService({ db, log, secret: await readSecret(db) }),
    evaluations: createEvaluationService({ db, newId, clock, ready, queries, legSearch, spaces }),
    archives: createArchiveService({
      db,
      exportSpace: createExportSpace({ db, clock, blobs, log }),
      importSpace: createImportSpace({ ...processing, importing, wakeWorker, ...config.limits }),
    }),
  };
  return {
    services,
    authenticator,
    rateLimits,
    tally,
    admission,
    uploads,
    dispatcher,
    bulkRunner,
    importing,
    eventRetention,
    embeddingRetention,
    documentRetention,
    fileRetention,
    accountHousekeeping,
  };
}
