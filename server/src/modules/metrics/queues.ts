import { sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import type { Reading } from "../../platform/telemetry/metrics.ts";

/** The states of each queue: in progress, due, or to be tried later. */
const STATES = ["running", "due", "later"] as const;
const QUEUES = ["jobs", "webhook_deliveries", "vector_store_changes", "bulk_operations"] as const;

/** A reading must not hold up the others while the database does not answer. */
const WITHIN_MS = 1000;

/** The entries of a queue in one state. */
export interface QueueEntries {
  readonly queue: (typeof QUEUES)[number];
  readonly state: (typeof STATES)[number];
  readonly length: number;
  readonly oldestSeconds: number;
}

/** The length of each queue and the age of its oldest entry, and whether the database answered. */
export function queueReadings(db: Database): Reading[] {
  const read = sharedRead(() => readQueues(db));
  const labels = { queue: "", state: "" };
  return [
    {
      name: "quarry_queue_entries",
      help: "Entries of each queue by state.",
      kind: "gauge",
      labelNames: Object.keys(labels),
      read: async () =>
        (await read()).map(({ queue, state, length }) => ({ labels: { queue, state }, value: length })),
    },
    {
      name: "quarry_queue_oldest_seconds",
      help: "Age of the oldest entry of each queue; 0 when it is empty.",
      kind: "gauge",
      labelNames: Object.keys(labels),
      read: async () =>
        (await read()).map(({ queue, state, oldestSeconds }) => ({
          labels: { queue, state },
          value: oldestSeconds,
        })),
    },
    {
      name: "quarry_database_up",
      help: "1 when the database answered within a second.",
      kind: "gauge",
      read: () =>
        read().then(
          () => [{ value: 1 }],
          () => [{ value: 0 }],
        ),
    },
  ];
}

/**
 * Reads the length of each queue by state, and the age of its oldest entry. A bulk operation is due again after each batch, so
 * its age counts from then; one that waits for its turn in its space is not due.
 */
export async function readQueues(db: Database): Promise<QueueEntries[]> {
  const state = sql`case when run_at <= now() then 'due' when lease_token is null then 'later' else 'running' end`;
  const rows = (await db.execute(sql`
    select 'jobs' as queue, ${state} as state, count(*)::int as length, ${ageOf("created_at")} from jobs group by 2
    union all
    select 'webhook_deliveries', ${state}, count(*)::int, ${ageOf("created_at")} from webhook_deliveries
      where state = 'pending' group by 2
    union all
    select 'vector_store_changes', case when run_at <= now() then 'due' else 'later' end, count(*)::int,
      ${ageOf("run_at")} from outbox group by 2
    union all
    select 'bulk_operations', case when lease_token is null and exists (
        select from bulk_operations as earlier
        where earlier.space_id = operation.space_id and earlier.finished_at is null and earlier.turn < operation.turn
      ) then 'later' else ${state} end, count(*)::int, ${ageOf("run_at")} from bulk_operations as operation
      where finished_at is null group by 2`)) as unknown as QueueEntries[];
  return QUEUES.flatMap((queue) =>
    STATES.map(
      (state) =>
        rows.find((row) => row.queue === queue && row.state === state) ?? {
          queue,
          state,
          length: 0,
          oldestSeconds: 0,
        },
    ),
  );
}

const ageOf = (column: string) =>
  sql`greatest(0, extract(epoch from now() - min(${sql.raw(column)})))::float8 as "oldestSeconds"`;

/** Reads once for all readings of a moment, and rejects in time. A read that hangs is not repeated. */
function sharedRead<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined;
  return async () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    // It may fail when no one waits any more.
    reading.catch(() => undefined);
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error("The database does not answer.")), WITHIN_MS);
    try {
      return await Promise.race([reading, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
