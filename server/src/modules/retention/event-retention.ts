import type { Clock } from "@quarry/core";
import { LIMITS } from "@quarry/schema";
import {
  createPeriodicTask,
  type PeriodicTask,
  type PeriodicTaskDeps,
} from "../../platform/background/periodic-task.ts";
import type { Database } from "../../platform/database/database.ts";
import { pruneIdempotencyKeys } from "../../platform/idempotency/idempotency-key-queries.ts";
import { pruneCallCounts } from "../../platform/limits/call-count-queries.ts";
import { pruneEvents, pruneProgress } from "../../records/events/event-rows.ts";
import { pruneQuestions, trimQuestions } from "../../records/questions/question-rows.ts";
import { pruneOperations } from "../bulk/bulk-rows.ts";
import { pruneUsageDays, recordHoldings } from "../usage/usage-rows.ts";
import { pruneDeliveries } from "../webhooks/delivery-queries.ts";

const DAY_MS = 86_400_000;
/** Longer than the retries of a webhook delivery. */
const KEEP_EVENTS_MS = 7 * DAY_MS;
/** Callers repeat a call much sooner. */
const KEEP_KEYS_MS = DAY_MS;
const KEEP_PROGRESS_MS = 3_600_000;
/** Finished bulk operations are listed for this long. */
const KEEP_OPERATIONS_MS = 30 * DAY_MS;
const KEEP_USAGE_MS = LIMITS.usageDaysMax * DAY_MS;
/** Of each organization. */
const KEPT_QUESTIONS = 1_000_000;
const INTERVAL_MS = 600_000;

/**
 * Creates the task that deletes old events, deliveries, idempotency keys, bulk operations, logged questions and days of usage,
 * and expired call counts. It also records what each organization held at the end of yesterday, soon after midnight in UTC.
 */
export function createEventRetention(
  deps: PeriodicTaskDeps & { readonly db: Database; readonly clock: Clock },
): PeriodicTask {
  const { db, clock } = deps;

  async function work(signal: AbortSignal): Promise<void> {
    /** Deletes in batches, so that no statement blocks others for long. */
    async function deleteOld(prune: (before: Date) => Promise<number>, keepMs: number): Promise<void> {
      const before = new Date(clock.now() - keepMs);
      while (!signal.aborted && (await prune(before)) > 0);
    }
    await deleteOld((before) => pruneProgress(db, before), KEEP_PROGRESS_MS);
    await deleteOld((before) => pruneDeliveries(db, before), KEEP_EVENTS_MS);
    await deleteOld((before) => pruneEvents(db, before), KEEP_EVENTS_MS);
    await deleteOld((before) => pruneIdempotencyKeys(db, before), KEEP_KEYS_MS);
    await deleteOld((before) => pruneOperations(db, before), KEEP_OPERATIONS_MS);
    await deleteOld(() => pruneCallCounts(db), 0);
    await deleteOld((now) => pruneQuestions(db, now), 0);
    await deleteOld(() => trimQuestions(db, KEPT_QUESTIONS), 0);
    await deleteOld((before) => pruneUsageDays(db, before), KEEP_USAGE_MS);
    const midnight = new Date(Math.floor(clock.now() / DAY_MS) * DAY_MS);
    while (!signal.aborted && (await recordHoldings(db, midnight)) > 0);
  }

  return createPeriodicTask(deps, { name: "event retention", intervalMs: INTERVAL_MS, work });
}
