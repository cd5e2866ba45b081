import { QuarryError } from "@quarry/core";
import type { ProcessingProgress } from "@quarry/schema";
import { startHeartbeat } from "../../platform/leases/heartbeat.ts";
import { documentEvent } from "../../records/documents/to-document.ts";
import { StaleWrite } from "../commit/commit.ts";
import { followJob, type JobProgress } from "./job-progress.ts";
import { type Claim, renewJobs, showProgress } from "./job-queries.ts";
import { createProcessJobs } from "./process-jobs.ts";
import { createSettleJobs, type JobDeps } from "./settle-jobs.ts";

/** A document's progress is an event at most this often. */
const PROGRESS_EVENT_MS = 1000;

/**
 * Does claimed jobs to their end: their documents are then COMPLETED or FAILED, or wait to be tried again. Cutting a
 * document anew is the same work; the one that is COMPLETED serves until it is done.
 */
export function createJobRunner(deps: JobDeps): (claim: Claim) => Promise<void> {
  const { db, clock, events, settings, log } = deps;
  const process = createProcessJobs(deps);
  const settle = createSettleJobs(deps);

  /** Shows progress on the documents, and now and then as events. */
  function progressWriter(claim: Claim): (progress: ProcessingProgress) => Promise<void> {
    let toldAt = 0;
    return (progress) =>
      db.transaction(async (tx) => {
        const rows = await showProgress(tx, claim, progress);
        if (clock.now() - toldAt < PROGRESS_EVENT_MS) return;
        toldAt = clock.now();
        await events.record(
          tx,
          claim.orgId,
          rows.map((row) => documentEvent("document.progress", row)),
        );
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

  async function attempt(claim: Claim): Promise<void> {
    // Whoever tried before never came back to say why: the document may be what ended the process.
    if (claim.attempts > settings.maxAttempts)
      throw new QuarryError(
        "invalid_request",
        `Processing was cut off ${settings.maxAttempts} times. The file may be too much for the service; send it again in smaller parts.`,
      );
    const progress = followJob(progressWriter(claim), clock.now);
    const still = standstill(progress);
    try {
      await Promise.race([process(claim, progress), still.promise]);
    } finally {
      still.stop();
      progress.stop();
    }
  }

  async function run(claim: Claim): Promise<void> {
    try {
      await attempt(claim);
    } catch (error) {
      // What is wrong with one document must not be its companions' business.
      if (claim.documents.length > 1 && !isNobodysFault(error))
        for (const document of claim.documents) await run({ ...claim, documents: [document] });
      else
        await settle(claim, error).catch((problem: unknown) => {
          if (!(problem instanceof StaleWrite)) throw problem;
        });
    }
  }

  return async (claim) => {
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
  };
}

/** True for what would meet each document alone too, such as a provider that is away. */
function isNobodysFault(error: unknown): boolean {
  return QuarryError.isInstance(error) && error.retryable;
}
