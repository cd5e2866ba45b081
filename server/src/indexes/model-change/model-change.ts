import { type Clock, QuarryError } from "@quarry/core";
import type { OpenDatabase } from "../../platform/database/database.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Indexer } from "../delivery/indexer.ts";
import type { EmbeddingCache } from "../embeddings/embedding-cache.ts";
import { type EmbeddingModels, MODELS_POLL_MS } from "../embeddings/embedding-models.ts";
import type { ChangeContext } from "./change-context.ts";
import { createEmbedAllDocuments } from "./embed-all-documents.ts";
import { createEmbedMissingTexts } from "./embed-missing-texts.ts";
import { moveDocuments } from "./move-documents.ts";

/** Moves all documents to the target embedding model, in the background. */
export interface ModelChange {
  start(): void;
  /** Stops after the current step. A pending call of an embedder only ends when that embedder is closed. */
  stop(): Promise<void>;
}

const CLAIM_NAME = "quarry model change";
/** Delay before the next attempt to claim the work that another process is doing. */
const CLAIM_RETRY_MS = 5000;
const RETRY_MS = 500;
const RETRY_MAX_MS = 60_000;

/**
 * Creates the change of the embedding model, in two phases. First it embeds the texts of all documents with the new
 * model while the old one serves. Then new documents get the new model, queries use both, and the other documents move
 * one by one. One process does the work for all. Every step is stored, so the work resumes after a stop or a failure.
 */
export function createModelChange(deps: {
  readonly database: OpenDatabase;
  readonly models: EmbeddingModels;
  readonly embeddings: EmbeddingCache;
  readonly indexer: Indexer;
  readonly clock: Clock;
  readonly log: Log;
  /** Resolves when the indexes match the database. */
  readonly ready: Promise<void>;
}): ModelChange {
  const { database, models, embeddings, log, ready } = deps;
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  let isStopping = false;
  let running: Promise<void> | undefined;
  /** Documents processed so far, to tell whether a failure came after some progress. */
  let steps = 0;

  const context: ChangeContext = {
    ...deps,
    embedMissingTexts: createEmbedMissingTexts(database.db, embeddings),
    isStopping: () => isStopping,
    pause: (ms) => Promise.race([stopped, Bun.sleep(ms)]),
    advance(documents) {
      steps += documents;
    },
  };
  const embedAllDocuments = createEmbedAllDocuments(context);

  /** The embedder that all documents should move to; undefined when there is nothing to move, or no such embedder. */
  function target() {
    const { filling, writing, leaving } = models.current();
    const isDue = filling !== undefined || leaving.length > 0;
    return isDue ? models.embedderOf(filling ?? writing) : undefined;
  }

  async function work(): Promise<void> {
    while (!isStopping) {
      const embedder = target();
      if (!embedder) return;
      if (models.current().filling === undefined) await moveDocuments(context, embedder);
      else await embedAllDocuments(embedder);
    }
  }

  /** Does the work if no other process does, and returns the delay until the next check. */
  async function workExclusively(): Promise<number> {
    if (!target()) return MODELS_POLL_MS;
    const claim = await database.claim(CLAIM_NAME, "alone");
    if (!claim) return CLAIM_RETRY_MS;
    try {
      await work();
    } finally {
      await claim.release();
    }
    return MODELS_POLL_MS;
  }

  async function loop(): Promise<void> {
    // Without its indexes the service answers no queries, and documents need not move.
    if (!(await Promise.race([ready.then(() => true).catch(() => false), stopped]))) return;
    for (let failures = 0; !isStopping; ) {
      const stepsBefore = steps;
      try {
        await context.pause(await workExclusively());
        failures = 0;
      } catch (error) {
        if (isStopping) return;
        if (steps > stepsBefore) failures = 0;
        const requestedMs = QuarryError.isInstance(error) ? (error.retryAfterMs ?? 0) : 0;
        const waitMs = Math.max(Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** failures), requestedMs);
        failures += 1;
        log.error(`re-embedding of documents failed; retrying in ${Math.ceil(waitMs / 1000)} s`, error);
        await context.pause(waitMs);
      }
    }
  }

  return {
    start() {
      running = loop();
    },
    async stop() {
      isStopping = true;
      stop();
      await running;
    },
  };
}
