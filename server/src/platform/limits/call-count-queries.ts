import { sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";

/** The calls in the current window of a limit. */
export interface CallCount {
  /** Exact up to the limit; capped at one more. */
  readonly count: number;
  /** Time until the window ends. */
  readonly msLeft: number;
}

/**
 * Counts a call and returns the new count. It is a single statement, so no two calls get the same count. It uses the
 * database's clock, because all processes share it. The count stops at one above the limit, so the number stays small.
 */
export async function countCall(
  db: Database,
  key: string,
  { limit, windowSeconds }: { readonly limit: number; readonly windowSeconds: number },
): Promise<CallCount> {
  const rows = await db.execute<{ points: number; msLeft: number }>(sql`
    insert into call_counts as counted (key, points, expire)
    values (${key}, 1, now() + make_interval(secs => ${windowSeconds}))
    on conflict (key) do update set
      points = case when counted.expire <= now() then 1 else least(counted.points, ${limit}::int) + 1 end,
      expire = case when counted.expire <= now() then excluded.expire else counted.expire end
    returning points, ${msLeft} as "msLeft"`);
  const [row] = rows;
  if (!row) throw new Error("The statement that counts a call returned no row.");
  return { count: row.points, msLeft: row.msLeft };
}

/** Reads the count of a window that is in progress; undefined otherwise. */
export async function readCallCount(db: Database, key: string): Promise<CallCount | undefined> {
  const [row] = await db.execute<{ points: number; msLeft: number }>(sql`
    select points, ${msLeft} as "msLeft" from call_counts where key = ${key} and expire > now()`);
  return row && { count: row.points, msLeft: row.msLeft };
}

const PRUNE_BATCH = 5000;

/** Deletes a batch of expired windows. Returns the number of deleted rows. */
export async function pruneCallCounts(db: Database): Promise<number> {
  const rows = await db.execute(sql`
    delete from call_counts where key in (
      select key from call_counts where expire <= now() limit ${PRUNE_BATCH} for update skip locked
    ) returning key`);
  return rows.length;
}

const msLeft = sql`greatest(0, extract(epoch from expire - now()) * 1000)::float8`;
