import { QuarryError } from "@quarry/core";
import type { Log } from "../../platform/log/log.ts";
import type { Config } from "../../platform/settings/config.ts";
import { documentEvent } from "../../records/documents/to-document.ts";
import { StaleWrite } from "../commit/commit.ts";
import { withDocumentsLocked } from "../commit/document-lock.ts";
import type { ProcessingDeps } from "../processing.ts";
import { type Claim, failJobs, releaseJobs } from "./job-queries.ts";
import { findCurrent } from "./process-jobs.ts";

/** With twelve attempts a provider may be away for about half an hour. */
const RETRY_BASE_MS = 2000;
const RETRY_MAX_MS = 300_000;

/** What the worker needs besides what every writer of documents needs. */
export type JobDeps = ProcessingDeps & { readonly settings: Config["worker"]; readonly log: Log };

/**
 * Ends a claim that could not be done: its documents are then FAILED, or wait to be tried again.
 * @throws StaleWrite when one of them was changed or deleted meanwhile.
 */
export type SettleJobs = (claim: Claim, error: unknown) => Promise<void>;

/** Creates what settles failed jobs. */
export function createSettleJobs(deps: JobDeps): SettleJobs {
  const { db, clock, indexer, mutex, events, settings, log } = deps;

  async function fail(claim: Claim, message: string): Promise<void> {
    const { orgId } = claim;
    const isStillServed = claim.kind === "rechunk";
    const type = isStillServed ? "document.updated" : "document.failed";
    // Locked, so that a PUT's new text is not taken out of the indexes.
    await withDocumentsLocked(
      mutex,
      () => findCurrent(db, claim),
      [],
      () =>
        indexer.write(async (tx, note) => {
          const failed = await failJobs(tx, claim, message, new Date(clock.now()));
          for (const { id: documentId } of isStillServed ? [] : failed)
            await note({ kind: "document-gone", orgId, documentId });
          await events.record(
            tx,
            orgId,
            failed.map((row) => documentEvent(type, row)),
          );
        }),
    );
  }

  return async (claim, error) => {
    // A document was changed or deleted meanwhile. Most often its job is no longer ours; else it starts again.
    if (error instanceof StaleWrite) return releaseJobs(db, claim, new Date(clock.now()));
    const { attempts, kind, documents } = claim;
    const known = QuarryError.isInstance(error);
    const isFinal = known && !error.retryable;
    if (!isFinal)
      log.error("processing failed", error, { documentIds: documents.map(({ id }) => id).join(" ") });
    if (isFinal || attempts >= settings.maxAttempts) {
      const message = known
        ? error.message
        : "Processing failed for a reason within the service. Try again later.";
      const remedy = kind === "rechunk" ? "set the space's chunking again" : "send the document again";
      await fail(claim, isFinal ? message : `${message} Given up after ${attempts} attempts; ${remedy}.`);
    } else {
      const backOffMs = Math.min(RETRY_MAX_MS, RETRY_BASE_MS * 2 ** (attempts - 1));
      const waitMs = Math.max(backOffMs, known ? (error.retryAfterMs ?? 0) : 0);
      await releaseJobs(db, claim, new Date(clock.now() + waitMs));
    }
  };
}
