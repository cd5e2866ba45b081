import { QuarryError } from "@quarry/core";
import { storableText } from "@quarry/core/internal";
import type { Log } from "../../platform/log/log.ts";
import type { Config } from "../../platform/settings/config.ts";
import type { WorkObserver } from "../../platform/work-context.ts";
import { SERVICE_FAILURE } from "../../records/documents/service-failure.ts";
import { documentEvent } from "../../records/documents/to-document.ts";
import { withDocumentsLocked } from "../commit/document-lock.ts";
import { StaleWrite } from "../commit/lock-current.ts";
import type { IngestDeps } from "../ingest-deps.ts";
import { type FailureCause, failureCause } from "./failure-cause.ts";
import { type Claim, failJobs, releaseJobs } from "./job-queries.ts";
import { findCurrent } from "./process-claim.ts";

/** With twelve attempts, a provider may be away for about half an hour. */
const RETRY_BASE_MS = 2000;
const RETRY_MAX_MS = 300_000;
/** A defect of the service rarely goes away by itself: with three attempts, the document is FAILED within seconds. */
const MAX_ATTEMPTS_OF_DEFECTS = 3;

/** The dependencies of the worker. */
export type JobDeps = IngestDeps & {
  readonly settings: Config["worker"];
  readonly log: Log;
  /** Receives each claim that has been run; absent when it is not wanted. */
  readonly onWork: WorkObserver | undefined;
};

/**
 * Ends a claim that failed: its documents become FAILED or wait for a retry.
 * @throws StaleWrite when a document was changed or deleted during the work.
 */
export type SettleJobs = (claim: Claim, error: unknown) => Promise<void>;

/** Creates the function that settles failed jobs. */
export function createSettleJobs(deps: JobDeps): SettleJobs {
  const { db, clock, settings, log } = deps;

  return async (claim, error) => {
    // A document was changed or deleted. Usually its job is gone; otherwise the job starts again.
    if (error instanceof StaleWrite) return releaseJobs(db, claim, new Date(clock.now()));
    const { attempts, documents } = claim;
    const cause = failureCause(error);
    if (cause !== "file")
      log.error("processing failed", error, {
        cause,
        attempt: String(attempts),
        documentIds: documents.map(({ id }) => id).join(" "),
      });
    const maxAttempts =
      cause === "service" ? Math.min(MAX_ATTEMPTS_OF_DEFECTS, settings.maxAttempts) : settings.maxAttempts;
    if (cause === "file" || attempts >= maxAttempts)
      return fail(deps, claim, storableText(reason(claim, cause, error)));
    const backOffMs = Math.min(RETRY_MAX_MS, RETRY_BASE_MS * 2 ** (attempts - 1));
    const waitMs = Math.max(backOffMs, (QuarryError.isInstance(error) && error.retryAfterMs) || 0);
    await releaseJobs(db, claim, new Date(clock.now() + waitMs));
  };
}

const REMEDIES: Readonly<Record<Claim["kind"], string>> = {
  process: "send the document again",
  rechunk: "set the space's chunking again",
  reprocess: "process it again",
};

/** What the caller reads: what happened and what to do. */
function reason({ attempts, kind }: Claim, cause: FailureCause, error: unknown): string {
  if (cause === "file" && QuarryError.isInstance(error)) return error.message;
  const known = cause === "world" && QuarryError.isInstance(error) ? error.message : undefined;
  const what =
    known ?? (cause === "world" ? "The service's database or storage was unavailable." : SERVICE_FAILURE);
  return `${what} Stopped after ${attempts} attempts; ${REMEDIES[kind]}.`;
}

async function fail(
  { db, clock, indexer, mutex, events }: JobDeps,
  claim: Claim,
  message: string,
): Promise<void> {
  const { orgId, documents } = claim;
  const isStillServed = claim.kind !== "process";
  const type = isStillServed ? "document.updated" : "document.failed";
  // The lock keeps this from removing a concurrent PUT's new text from the indexes.
  await withDocumentsLocked(
    mutex,
    () => findCurrent(db, orgId, documents),
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
