import { QuarryError } from "@quarry/core";
import type { ProcessingProgress } from "@quarry/schema";
import { startHeartbeat } from "../../platform/leases/heartbeat.ts";
import { withWork } from "../../platform/work-context.ts";
import { documentEvent } from "../../records/documents/to-document.ts";
import { StaleWrite } from "../commit/lock-current.ts";
import { failureCause } from "./failure-cause.ts";
import { followJob, type JobProgress } from "./job-progress.ts";
import { type Claim, renewJobs, showProgress } from "./job-queries.ts";
import { processClaim, type RejectedDocument } from "./process-claim.ts";
import { createSettleJobs, type JobDeps } from "./settle-jobs.ts";

/** A document's progress is recorded as an event at most this often. */
const PROGRESS_EVENT_MS = 1000;

/**
 * Creates the function that runs claimed jobs. When it resolves, each document is COMPLETED or FAILED, or waits for a
 * retry. Jobs of COMPLETED documents do the same work; the document is served until they are done.
 */
export function createJobRunner(deps: JobDeps): (claim: Claim) => Promise<void> {
  const { db, clock, settings, log } = deps;
  const settleJobs = createSettleJobs(deps);

  async function settle(claim: Claim, error: unknown): Promise<void> {
    await settleJobs(claim, error).catch((problem: unknown) => {
      if (!(problem instanceof StaleWrite)) throw problem;
    });
  }

  async function run(claim: Claim): Promise<void> {
    let rejected: readonly RejectedDocument[];
    try {
      rejected = await attempt(deps, claim);
    } catch (error) {
      // One bad document must not fail the others of its claim.
      if (claim.documents.length > 1 && failureCause(error) !== "world")
        for (const document of claim.documents) await run({ ...claim, documents: [document] });
      else await settle(claim, error);
      return;
    }
    for (const { row, error } of rejected) await settle({ ...claim, documents: [row] }, error);
  }

  async function runLeased(claim: Claim): Promise<void> {
    const { leaseMs } = settings;
    const heartbeat = startHeartbeat(
      leaseMs,
      () => renewJobs(db, claim, new Date(clock.now() + leaseMs)),
      (error) => log.error("Could not renew the lease of a job", error),
    );
    try {
      await run(claim);
    } finally {
      heartbeat.stop();
    }
  }

  return (claim) => withWork(deps.onWork, "process documents", () => runLeased(claim));
}

/** Processes a claim once, with progress reports and a time limit on standstill. */
async function attempt(deps: JobDeps, claim: Claim): Promise<readonly RejectedDocument[]> {
  const { clock, settings } = deps;
  // Earlier attempts ended without a result, perhaps because the document crashed the process.
  if (claim.attempts > settings.maxAttempts)
    throw new QuarryError(
      "invalid_request",
      `Processing was interrupted ${settings.maxAttempts} times. The file may be too large for the service. Split it into smaller files and send them again.`,
    );
  const progress = followJob(progressWriter(deps, claim), clock.now);
  const standstill = watchStandstill(deps, progress);
  try {
    return await Promise.race([processClaim(deps, claim, progress), standstill.promise]);
  } finally {
    standstill.stop();
    progress.stop();
  }
}

/** Writes progress to the documents of a claim, and at most once a second to the event log. */
function progressWriter(
  { db, clock, events }: JobDeps,
  claim: Claim,
): (progress: ProcessingProgress) => Promise<void> {
  let recordedAt = 0;
  return (progress) =>
    db.transaction(async (tx) => {
      const rows = await showProgress(tx, claim, progress);
      if (clock.now() - recordedAt < PROGRESS_EVENT_MS) return;
      recordedAt = clock.now();
      await events.record(
        tx,
        claim.orgId,
        rows.map((row) => documentEvent("document.progress", row)),
      );
    });
}

/** Rejects when a job makes no progress for `stallMs`. */
function watchStandstill(
  { clock, settings }: JobDeps,
  progress: JobProgress,
): { readonly promise: Promise<never>; stop(): void } {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setInterval(() => {
    if (clock.now() - progress.movedAt > settings.stallMs)
      reject(new QuarryError("unavailable", "Processing made no progress and was stopped."));
  }, settings.stallMs / 10);
  return { promise, stop: () => clearInterval(timer) };
}
