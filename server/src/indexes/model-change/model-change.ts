import { type Clock, type Embedder, QuarryError } from "@quarry/core";
import type { Claim, OpenDatabase } from "../../platform/database/database.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Indexer } from "../delivery/indexer.ts";
import type { EmbeddingCache } from "../embeddings/embedding-cache.ts";
import { type EmbeddingModels, MODELS_POLL_MS } from "../embeddings/embedding-models.ts";
import { countDocuments } from "../embeddings/model-state-queries.ts";
import { withoutModel, withTargetFilled } from "../embeddings/model-states.ts";
import { loadDocuments } from "../records/load-documents.ts";
import { followChange } from "./change-progress.ts";
import { createTextFiller, embedsAnything, turnOfOthersMs } from "./embed-missing-texts.ts";
import { documentsOfModel, type MovingDocument, switchDocuments } from "./model-change-queries.ts";

/** Brings all documents to the model that they are to have, in the background. */
export interface ModelChange {
  start(): void;
  /** Ends after what is under way; a call of an embedder ends when that is closed. */
  stop(): Promise<void>;
}

const NAME = "quarry model change";
const PAGE = 100;
/** A pass that found no more than this many texts to embed was the last; the rest is done document by document. */
const FEW = 100;
/** Largest transaction: so many documents, and of so many chunks unless it is a single one. */
const SWITCHED = { documents: 10, chunks: 500 };
/** Before another try to do what another process is at. */
const CLAIM_RETRY_MS = 5000;
const RETRY_MS = 500;
const RETRY_MAX_MS = 60_000;

/**
 * Creates the change of the embedding model. First, while the old one serves, the texts of all documents are embedded
 * with the new one; then new documents get it, questions are compared with both, and one document after the other
 * switches. One process does it for all; what is done stays, so that it goes on after every end and every failure.
 */
export function createModelChange(deps: {
  readonly database: OpenDatabase;
  readonly models: EmbeddingModels;
  readonly embeddings: EmbeddingCache;
  readonly indexer: Indexer;
  readonly clock: Clock;
  readonly log: Log;
  /** Resolves when the indexes hold what the database holds. */
  readonly ready: Promise<void>;
}): ModelChange {
  const { database, models, embeddings, indexer, clock, log, ready } = deps;
  const { db } = database;
  const fillTexts = createTextFiller(db, embeddings);
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  let isStopping = false;
  let running: Promise<void> | undefined;
  /** Documents looked at, and switched; to see whether a failure came after some success. */
  let steps = 0;
  const asked = new Set<Embedder>();

  const pause = (ms: number) => Promise.race([stopped, Bun.sleep(ms)]);
  /** The model that all documents are to have. */
  const targetOf = ({ filling, writing } = models.current()) => filling ?? writing;

  function isDue(): boolean {
    const { filling, leaving } = models.current();
    return (filling !== undefined || leaving.length > 0) && models.embedderOf(targetOf()) !== undefined;
  }

  /** Documents that have vectors of other models, page by page. */
  async function* others(target: string): AsyncGenerator<MovingDocument[]> {
    for (const model of (await countDocuments(db, target)).keys())
      for (let last = ""; ; ) {
        const page = await documentsOfModel(db, model, last, PAGE);
        const end = page.at(-1);
        if (!end) break;
        yield page;
        last = end.id;
      }
  }

  async function follow(what: string, target: string) {
    const counts = [...(await countDocuments(db, target)).values()];
    const total = counts.reduce((sum, count) => sum + count, 0);
    return followChange(log, `${what} with ${target}`, total, clock.now);
  }

  /** True when the model that serves refuses every call, and the next one does not; it is asked once. */
  async function isBeyondRepair(serving: Embedder | undefined, next: Embedder): Promise<boolean> {
    if (serving === undefined || asked.has(serving)) return false;
    asked.add(serving);
    return !(await embedsAnything(serving, "query")) && embedsAnything(next, "query");
  }

  async function fill(embedder: Embedder): Promise<void> {
    const { model } = embedder;
    const { writing } = models.current();
    const isOver = () => isStopping || models.current().filling !== model;
    if (await isBeyondRepair(models.embedderOf(writing), embedder).catch(() => false))
      log.info(`The embedding model ${writing} refuses every call: ${model} takes its place at once.`);
    else
      for (let filled = Number.POSITIVE_INFINITY; filled > FEW; ) {
        const progress = await follow("documents are embedded", model);
        let done = 0;
        filled = 0;
        for await (const page of others(model)) {
          filled += await fillTexts(embedder, page, isOver);
          if (isOver()) return;
          steps += page.length;
          done += page.length;
          progress.reached(done);
        }
      }
    await models.change((before) => withTargetFilled(before, model));
    // Every process is to ask for vectors of both before the first document has those of the new one.
    if (!database.isEmbedded) await pause(2 * MODELS_POLL_MS);
  }

  async function switchOver(embedder: Embedder): Promise<void> {
    const { model } = embedder;
    const isOver = () => isStopping || models.current().writing !== model;
    const progress = await follow("documents have switched to vectors made", model);
    let done = 0;
    for await (const page of others(model)) {
      await fillTexts(embedder, page, isOver);
      for (const batch of batchesOf(page)) {
        if (isOver()) return;
        await indexer.ready();
        const startedAt = performance.now();
        done += await switchBatch(model, batch);
        await pause(turnOfOthersMs(startedAt));
        progress.reached(done);
      }
    }
    for (const old of models.current().leaving) await models.change((before) => withoutModel(before, old));
    if (models.current().leaving.length > 0) await pause(RETRY_MS);
    else log.info(`All documents are embedded with ${model}.`);
  }

  async function switchBatch(model: string, batch: readonly MovingDocument[]): Promise<number> {
    const orgId = batch[0]?.orgId ?? "";
    const ids = batch.map(({ id }) => id);
    const switched = await indexer.write(async (tx, note) => {
      if (!(await models.hold(tx, model))) return [];
      const rows = await switchDocuments(tx, orgId, ids, model);
      const found = rows.filter(({ status }) => status === "COMPLETED");
      if (found.length > 0)
        await note({ kind: "documents", orgId, documents: await loadDocuments(tx, orgId, found) });
      return rows;
    });
    steps += switched.length;
    return switched.length;
  }

  async function work(): Promise<void> {
    while (!isStopping && isDue()) {
      const { filling } = models.current();
      const embedder = models.embedderOf(targetOf());
      if (embedder) await (filling === undefined ? switchOver(embedder) : fill(embedder));
    }
  }

  /** Works if no other process does; answers how long to wait before the next look. */
  async function workAlone(): Promise<number> {
    if (!isDue()) return MODELS_POLL_MS;
    const claim: Claim | undefined = await database.claim(NAME, "alone");
    if (!claim) return CLAIM_RETRY_MS;
    try {
      await work();
    } finally {
      await claim.release();
    }
    return MODELS_POLL_MS;
  }

  async function loop(): Promise<void> {
    // Without the indexes nothing is served, and documents need not switch in them.
    if (!(await Promise.race([ready.then(() => true).catch(() => false), stopped]))) return;
    for (let failures = 0; !isStopping; ) {
      const stepsBefore = steps;
      try {
        await pause(await workAlone());
        failures = 0;
      } catch (error) {
        if (isStopping) return;
        if (steps > stepsBefore) failures = 0;
        const askedMs = QuarryError.isInstance(error) ? (error.retryAfterMs ?? 0) : 0;
        const waitMs = Math.max(Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** failures), askedMs);
        failures += 1;
        log.error(`documents are not embedded anew for the next ${Math.ceil(waitMs / 1000)} s`, error);
        await pause(waitMs);
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

/** Documents of one organization each, few enough for a small transaction. */
function batchesOf(page: readonly MovingDocument[]): MovingDocument[][] {
  const batches: MovingDocument[][] = [];
  let room = 0;
  for (const document of page) {
    const batch = batches.at(-1);
    const isRoom = batch && batch.length < SWITCHED.documents && document.chunkCount <= room;
    if (isRoom && batch[0]?.orgId === document.orgId) batch.push(document);
    else {
      batches.push([document]);
      room = SWITCHED.chunks;
    }
    room -= document.chunkCount;
  }
  return batches;
}
