import { createKeyedMutex } from "@quarry/core/internal";
import { createParserRegistry } from "@quarry/parsers";
import { createErase } from "../ingest/commit/erase-document.ts";
import { createEraseDocuments } from "../ingest/commit/erase-documents.ts";
import { createIdleMemory } from "../ingest/idle-memory.ts";
import { createWorker } from "../ingest/jobs/worker.ts";
import { createPreparer } from "../ingest/prepare/preparer.ts";
import { createRecentFiles } from "../ingest/receive/recent-files.ts";
import type { Base } from "./base.ts";
import type { Retrieval } from "./retrieval.ts";

/** The pipeline that turns files into indexed documents, and its background worker. */
export type Ingestion = ReturnType<typeof createIngestion>;

/** Creates the ingestion pipeline; `startBackgroundWork` starts its worker. */
export function createIngestion(resources: AsyncDisposableStack, base: Base, retrieval: Retrieval) {
  const { config, db, newId, clock, log, blobs, events, telemetry } = base;
  const { models, embeddings, indexer, texts, isOnlyProcess, save } = retrieval;
  const { ocr, maxTextChars } = config.preparing;
  const preparer = createPreparer(createParserRegistry({ ocr, maxTextChars }), config.preparing, log);
  resources.defer(preparer.close);
  const mutex = createKeyedMutex();
  const idleMemory = createIdleMemory(save);
  resources.defer(idleMemory.stop);
  const processing = {
    db,
    newId,
    clock,
    preparer,
    models,
    embeddings,
    indexer,
    texts,
    idleMemory,
    blobs,
    recentFiles: createRecentFiles(),
    mutex,
    events,
    onStage: telemetry?.onStage,
  };
  const erase = createErase({ indexer, blobs, events });
  const eraseDocuments = createEraseDocuments({ db, indexer, blobs, events });
  const worker = createWorker({
    ...processing,
    onWork: telemetry?.onWork,
    settings: config.worker,
    log,
    isOnlyProcess,
  });
  return { processing, erase, eraseDocuments, worker };
}
