import { sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";

/** The number of calls in a window. */
export interface CallCount {
  /** Exact up to the limit; capped at one more. */
  readonly count: number;
  /** Time until the window ends. */
  readonly msLeft: number;
}

/**
 * Counts a call and answers the count with it: one statement, so that no two callers get the same count. The time is the
 * database's, which is one for all processes. A full window counts one call more at most, so that the number stays small.
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
  if (!row) throw new Error("a call was not counted");
  return { count: row.points, msLeft: row.msLeft };
}

/** The count of a window that has begun and is not over; undefined otherwise. */
export async function readCallCount(db: Database, key: string): Promise<CallCount | undefined> {
  const [row] = await db.execute<{ points: number; msLeft: number }>(sql`
    select points, ${msLeft} as "msLeft" from call_counts where key = ${key} and expire > now()`);
  return row && { count: row.points, msLeft: row.msLeft };
}

const PRUNE_BATCH = 5000;

/** Deletes some counts of windows that are over; answers how many. */
export async function pruneCallCounts(db: Database): Promise<number> {
  const rows = await db.execute(sql`
    delete from call_counts where key in (
      select key from call_counts where expire <= now() limit ${PRUNE_BATCH} for update skip locked
    ) returning key`);
  return rows.length;
}

const msLeft = sql`greatest(0, extract(epoch from expire - now()) * 1000)::float8`;
