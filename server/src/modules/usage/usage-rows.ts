import { and, eq, gte, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { usageDays } from "../../platform/database/tables/usage-tables.ts";

/** The stored usage of a day. */
export type UsageRow = Omit<typeof usageDays.$inferSelect, "orgId">;

/** Calls of an organization on a day. */
export interface DayCalls {
  readonly orgId: string;
  readonly day: string;
  readonly calls: number;
}

/** The day of a time, in UTC, as YYYY-MM-DD. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** Reads the stored days of an organization since a day. */
export async function listUsageDays(db: Database, orgId: string, since: string): Promise<UsageRow[]> {
  const { day, calls, documents, storageBytes } = usageDays;
  return db
    .select({ day, calls, documents, storageBytes })
    .from(usageDays)
    .where(and(eq(usageDays.orgId, orgId), gte(day, since)));
}

/** Adds calls to days, in one statement. Skips organizations that are gone. */
export async function addCalls(db: Database, counted: readonly DayCalls[]): Promise<void> {
  const rows = counted.map(({ orgId, day, calls }) => ({ org_id: orgId, day, calls }));
  // Sorted, so that two processes lock the rows in the same order.
  await db.execute(sql`
    insert into usage_days (org_id, day, calls)
    select organizations.id, counted.day, counted.calls
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as counted(org_id text, day date, calls bigint)
      join organizations on organizations.id = counted.org_id
    order by 1, 2
    on conflict (org_id, day) do update set calls = usage_days.calls + excluded.calls`);
}

const STORAGE_BATCH = 100;

/**
 * Records what each organization holds at the end of a day, unless it is recorded already. Takes a batch of organizations and
 * returns their number.
 */
export async function recordHoldings(db: Database, dayEnd: Date): Promise<number> {
  const end = dayEnd.toISOString();
  const day = dayOf(dayEnd.getTime() - 1);
  const [row] = await db.execute<{ count: number }>(sql`
    with due as materialized (
      select id from organizations
      where created_at < ${end}::timestamptz and not exists (
        select 1 from usage_days
        where usage_days.org_id = organizations.id and day = ${day}::date and documents is not null
      )
      order by id limit ${STORAGE_BATCH}
    ), recorded as (
      insert into usage_days (org_id, day, documents, storage_bytes)
      select due.id, ${day}::date, held.documents, held.bytes
      from due cross join lateral (
        select count(*)::int as documents, coalesce(sum(documents.file_size), 0)::bigint as bytes
        from spaces join documents on documents.space_id = spaces.id where spaces.org_id = due.id
      ) held
      on conflict (org_id, day) do update
        set documents = excluded.documents, storage_bytes = excluded.storage_bytes
      returning 1
    )
    select count(*)::int as count from recorded`);
  return row?.count ?? 0;
}

const PRUNE_BATCH = 5000;

/** Deletes a batch of days up to the day of a time, and returns their number. */
export async function pruneUsageDays(db: Database, before: Date): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    with old as materialized (
      select org_id, day from usage_days where day <= ${dayOf(before.getTime())}::date
      limit ${PRUNE_BATCH} for update skip locked
    ), gone as (
      delete from usage_days using old
      where usage_days.org_id = old.org_id and usage_days.day = old.day returning 1
    )
    select count(*)::int as count from gone`);
  return row?.count ?? 0;
}
