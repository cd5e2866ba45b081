import { QuarryError } from "@quarry/core";
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import { commitDocuments, StaleWrite } from "../modules/documents/commit.ts";
import { withDocumentLocked } from "../modules/documents/document-lock.ts";
import { completedFields, type ProcessingDeps, textsToEmbed } from "../modules/documents/processing.ts";
import { type DocumentRow, findDocument } from "../modules/documents/queries.ts";
import {
  type ClaimedJob,
  claimJob,
  extendLease,
  failJob,
  releaseAllLeases,
  releaseJob,
} from "./job-queries.ts";

/** Processes uploaded documents in the background. */
export interface Worker {
  /** Starts taking jobs. */
  start(): Promise<void>;
  /** Says that there may be work, so that it does not wait for the next look. */
  wake(): void;
  /** Stops taking jobs and waits for the one in hand. */
  stop(): Promise<void>;
}

const POLL_MS = 1000;
/** With twelve attempts a provider may be away for about half an hour. */
const RETRY_BASE_MS = 2000;
const RETRY_MAX_MS = 300_000;

/** Creates the worker of this process. */
export function createWorker(
  deps: ProcessingDeps & {
    readonly settings: Config["worker"];
    readonly log: Log;
    /** True when no other process can hold a lease, so that leases found at start are a dead process's. */
    readonly isOnlyProcess: boolean;
  },
): Worker {
  const { db, clock, blobs, preparer, embedder, embeddings, indexer, mutex, settings, log } = deps;
  let running: Promise<void> | undefined;
  let stopping = false;
  let wakeUp: () => void = () => undefined;

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

  async function process(job: ClaimedJob): Promise<void> {
    const { document: before, leaseToken } = job;
    // Whoever tried before never came back to say why: the document may be what ended the process.
    if (job.attempts > settings.maxAttempts)
      throw new QuarryError(
        "invalid_request",
        `Processing was cut off ${settings.maxAttempts} times. The file may be too much for the service; send it again in smaller parts.`,
      );
    const prepared = await preparer.prepare({
      filename: before.filename,
      declaredMimeType: before.declaredMimeType ?? undefined,
      size: before.fileSize,
      open: () => openFile(before.blobKey),
    });
    const vectors = await embeddings.embed(before.orgId, textsToEmbed([prepared]));
    // Its name or metadata may have been changed while it was being read.
    await withDocumentLocked(
      mutex,
      () => findCurrent(before),
      undefined,
      async (current) => {
        const row = {
          ...current,
          ...completedFields(prepared, embedder),
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
      const tried = isFinal
        ? message
        : `${message} Given up after ${job.attempts} attempts; send the document again.`;
      const { id, orgId } = job.document;
      // Locked, so that a PUT's new text is not taken out of the indexes.
      await withDocumentLocked(
        mutex,
        () => findCurrent(job.document),
        undefined,
        async () => {
          await indexer.write(async (tx, note) => {
            const isOurs = await failJob(tx, job, tried, new Date(clock.now()));
            if (isOurs) await note({ kind: "document-gone", orgId, documentId: id });
          });
        },
      );
    } else {
      const backOffMs = Math.min(RETRY_MAX_MS, RETRY_BASE_MS * 2 ** (job.attempts - 1));
      const waitMs = Math.max(backOffMs, known ? (error.retryAfterMs ?? 0) : 0);
      await releaseJob(db, job, new Date(clock.now() + waitMs));
    }
  }

  async function runJob(job: ClaimedJob): Promise<void> {
    const until = () => new Date(clock.now() + settings.leaseMs);
    const heartbeat = setInterval(
      () => extendLease(db, job, until()).catch((error) => log.error("a lease could not be extended", error)),
      settings.leaseMs / 3,
    );
    try {
      await process(job);
    } catch (error) {
      await settle(job, error).catch((problem: unknown) => {
        if (!(problem instanceof StaleWrite)) throw problem;
      });
    } finally {
      clearInterval(heartbeat);
    }
  }

  async function loop(): Promise<void> {
    while (!stopping) {
      const woken = new Promise<void>((resolve) => {
        wakeUp = resolve;
      });
      try {
        const leaseToken = crypto.randomUUID();
        const job = await claimJob(db, { now: new Date(clock.now()), leaseMs: settings.leaseMs, leaseToken });
        if (job) {
          await runJob(job);
          continue;
        }
      } catch (error) {
        log.error("the worker could not take or settle a job", error);
      }
      await Promise.race([woken, Bun.sleep(POLL_MS)]);
    }
  }

  return {
    async start() {
      if (deps.isOnlyProcess) await releaseAllLeases(db, new Date(clock.now()));
      running = loop();
    },
    wake: () => wakeUp(),
    async stop() {
      stopping = true;
      wakeUp();
      await running;
    },
  };
}
