import type { Clock } from "@quarry/core";
import type { Database } from "../../platform/database/database.ts";
import { pruneIdempotencyKeys } from "../../platform/idempotency/queries.ts";
import { pruneCallCounts } from "../../platform/limits/call-count-queries.ts";
import type { Log } from "../../platform/log/log.ts";
import { pruneEvents, pruneProgress } from "../../records/events/event-rows.ts";
import { pruneDeliveries } from "../webhooks/delivery-queries.ts";

/** Deletes old events, old idempotency keys, and counts of calls that are over, in the background. */
export interface EventRetention {
  /** Deletes what is too old by now. */
  run(): Promise<void>;
  stop(): void;
}

const DAY_MS = 86_400_000;
/** Longer than a webhook is tried for. */
const KEEP_MS = 7 * DAY_MS;
/** Whoever repeats a call does it much sooner. */
const KEEP_KEYS_MS = DAY_MS;
const KEEP_PROGRESS_MS = 3_600_000;
const INTERVAL_MS = 600_000;

/** Creates the retention; every process does it, and none waits for another. */
export function createEventRetention(deps: { db: Database; clock: Clock; log: Log }): EventRetention {
  const { db, clock, log } = deps;
  let isStopped = false;

  /** In small pieces, so that nobody waits for long. */
  async function repeat(prune: (before: Date) => Promise<number>, keepMs: number): Promise<void> {
    const before = new Date(clock.now() - keepMs);
    while (!isStopped && (await prune(before)) > 0);
  }

  async function run(): Promise<void> {
    await repeat((before) => pruneProgress(db, before), KEEP_PROGRESS_MS);
    await repeat((before) => pruneDeliveries(db, before), KEEP_MS);
    await repeat((before) => pruneEvents(db, before), KEEP_MS);
    await repeat((before) => pruneIdempotencyKeys(db, before), KEEP_KEYS_MS);
    await repeat(() => pruneCallCounts(db), 0);
  }

  const timer = setInterval(() => {
    run().catch((error) => log.error("old events could not be deleted", error));
  }, INTERVAL_MS);
  timer.unref();

  return {
    run,
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
