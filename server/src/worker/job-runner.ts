import { QuarryError } from "@quarry/core";
import type { ProcessingProgress } from "@quarry/schema";
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import { commitDocuments, StaleWrite } from "../modules/documents/commit.ts";
import { withDocumentLocked } from "../modules/documents/document-lock.ts";
import { completedFields, type ProcessingDeps, textsToEmbed } from "../modules/documents/processing.ts";
import { type DocumentRow, findDocument } from "../modules/documents/queries.ts";
import { findChunking } from "../modules/documents/rechunk-queries.ts";
import { documentEvent } from "../modules/documents/to-document.ts";
import { followJob, type JobProgress } from "./job-progress.ts";
import { type ClaimedJob, extendLease, failJob, releaseJob, showProgress } from "./job-queries.ts";

/** With twelve attempts a provider may be away for about half an hour. */
const RETRY_BASE_MS = 2000;
const RETRY_MAX_MS = 300_000;

/** A document's progress is an event at most this often. */
const PROGRESS_EVENT_MS = 1000;

/** What the worker needs besides what every writer of documents needs. */
export type JobDeps = ProcessingDeps & { readonly settings: Config["worker"]; readonly log: Log };

/**
 * Does one job from its claim to its end: the document is then COMPLETED or FAILED, or the job waits to be tried again.
 * Cutting a document anew is the same work; the one that is COMPLETED serves until it is done.
 */
export function createJobRunner(deps: JobDeps): (job: ClaimedJob) => Promise<void> {
  const { db, clock, blobs, preparer, models, embeddings, indexer, mutex, events, settings, log } = deps;

  async function findCurrent(before: DocumentRow): Promise<DocumentRow> {
    const current = await findDocument(db, before.orgId, before.spaceId, before.id);
    // Its metadata may have changed, which is kept; with another file it is another's work.
    if (current?.contentHash !== before.contentHash)
      throw new StaleWrite(`document ${before.id} changed meanwhile`);
    return current;
  }

  async function openFile(key: string): Promise<AsyncIterable<Uint8Array>> {
    const blob = await blobs.get(key);
    if (!blob)
      throw new QuarryError("invalid_request", "The original file is no longer there. Upload it again.");
    return blob.bytes;
  }

  async function process(job: ClaimedJob, progress: JobProgress): Promise<void> {
    const { document: before, leaseToken } = job;
    // Whoever tried before never came back to say why: the document may be what ended the process.
    if (job.attempts > settings.maxAttempts)
      throw new QuarryError(
        "invalid_request",
        `Processing was cut off ${settings.maxAttempts} times. The file may be too much for the service; send it again in smaller parts.`,
      );
    progress.reached("reading");
    const chunking = await findChunking(db, before.orgId, before.spaceId);
    const file = {
      chunking,
      filename: before.filename,
      declaredMimeType: before.declaredMimeType ?? undefined,
      size: before.fileSize,
      open: () => openFile(before.blobKey),
    };
    const prepared = await preparer.prepare(file, ({ stage, pagesDone, pagesTotal }) =>
      progress.reached(stage, pagesDone, pagesTotal),
    );
    progress.reached("embedding", 0, prepared.chunks.length);
    const embedder = models.writing();
    const texts = textsToEmbed([prepared]);
    const { vectors } = await embeddings.embed(embedder, before.orgId, texts, (done, total) =>
      progress.reached("embedding", done, total),
    );
    progress.reached("storing");
    // Its name or metadata may have been changed while it was being read.
    await withDocumentLocked(
      mutex,
      () => findCurrent(before),
      undefined,
      async (current) => {
        const row = {
          ...current,
          ...completedFields(prepared, embedder, chunking),
          generation: current.generation + 1,
          updatedAt: new Date(clock.now()),
        };
        const write = { before: current, row, prepared, vectors, leaseToken };
        await commitDocuments(deps, before.orgId, [write]);
      },
    );
  }

  async function settle(job: ClaimedJob, error: unknown): Promise<void> {
    // The document was changed or deleted meanwhile. Most often the job is no longer ours; else it starts again.
    if (error instanceof StaleWrite) return releaseJob(db, job, new Date(clock.now()));
    const known = QuarryError.isInstance(error);
    const isFinal = known && !error.retryable;
    if (!isFinal) log.error("processing a document failed", error, { documentId: job.document.id });
    if (isFinal || job.attempts >= settings.maxAttempts) {
      const message = known
        ? error.message
        : "Processing failed for a reason within the service. Try again later.";
      const remedy = job.kind === "rechunk" ? "set the space's chunking again" : "send the document again";
      const tried = isFinal ? message : `${message} Given up after ${job.attempts} attempts; ${remedy}.`;
      const { id, orgId } = job.document;
      // Locked, so that a PUT's new text is not taken out of the indexes.
      await withDocumentLocked(
        mutex,
        () => findCurrent(job.document),
        undefined,
        async () => {
          await indexer.write(async (tx, note) => {
            const failed = await failJob(tx, job, tried, new Date(clock.now()));
            if (!failed) return;
            const isStillServed = job.kind === "rechunk";
            if (!isStillServed) await note({ kind: "document-gone", orgId, documentId: id });
            const type = isStillServed ? "document.updated" : "document.failed";
            await events.record(tx, orgId, [documentEvent(type, failed)]);
          });
        },
      );
    } else {
      const backOffMs = Math.min(RETRY_MAX_MS, RETRY_BASE_MS * 2 ** (job.attempts - 1));
      const waitMs = Math.max(backOffMs, known ? (error.retryAfterMs ?? 0) : 0);
      await releaseJob(db, job, new Date(clock.now() + waitMs));
    }
  }

  /** Shows progress on the document, and now and then as an event. */
  function progressWriter(job: ClaimedJob): (progress: ProcessingProgress) => Promise<void> {
    let toldAt = 0;
    return (progress) =>
      db.transaction(async (tx) => {
        const row = await showProgress(tx, job, progress);
        if (!row || clock.now() - toldAt < PROGRESS_EVENT_MS) return;
        toldAt = clock.now();
        await events.record(tx, row.orgId, [documentEvent("document.progress", row)]);
      });
  }

  /** Ends in an error when a job stands still: it may wait for something that never comes. */
  function standstill(progress: JobProgress): { readonly promise: Promise<never>; stop(): void } {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setInterval(() => {
      if (clock.now() - progress.movedAt > settings.stallMs)
        reject(new QuarryError("unavailable", "Processing stood still and was given up."));
    }, settings.stallMs / 10);
    return { promise, stop: () => clearInterval(timer) };
  }

  return async (job) => {
    const until = () => new Date(clock.now() + settings.leaseMs);
    const heartbeat = setInterval(
      () => extendLease(db, job, until()).catch((error) => log.error("a lease could not be extended", error)),
      settings.leaseMs / 3,
    );
    const progress = followJob(progressWriter(job), clock.now);
    const still = standstill(progress);
    try {
      await Promise.race([process(job, progress), still.promise]);
    } catch (error) {
      await settle(job, error).catch((problem: unknown) => {
        if (!(problem instanceof StaleWrite)) throw problem;
      });
    } finally {
      still.stop();
      progress.stop();
      clearInterval(heartbeat);
    }
  };
}
