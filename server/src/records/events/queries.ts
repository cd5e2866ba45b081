import type { EventType, QuarryEvent } from "@quarry/schema";
import { and, asc, eq, gt, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { eventLogs, events } from "../../platform/database/tables/event-tables.ts";

/** An event before it gets its number. */
export interface NewEvent {
  readonly type: EventType;
  readonly spaceId?: string;
  readonly data: QuarryEvent["data"];
}

/** A stored event. */
export type EventRow = typeof events.$inferSelect;

/** Which events are wanted: of these kinds, and of these spaces, or of anything when undefined. */
export interface EventFilter {
  readonly types: readonly EventType[];
  readonly spaceIds: readonly string[] | undefined;
}

/** How far an organization's events are. */
export interface LogState {
  readonly lastId: number;
  readonly prunedId: number;
}

/** A process that stands still before its commit is thrown out then, so that others can go on. */
const COMMIT_LIMIT_MS = 10_000;

/**
 * Adds events with the organization's next numbers. Its other writers wait until the transaction ends: whoever has read
 * up to a number never misses a smaller one.
 */
export async function appendEvents(
  tx: Database,
  orgId: string,
  added: readonly NewEvent[],
  at: Date,
): Promise<void> {
  await tx.execute(sql`
    with limited as materialized (
      select set_config('idle_in_transaction_session_timeout', ${String(COMMIT_LIMIT_MS)}, true)
    ), head as (
      insert into event_logs as log (org_id, last_id) select ${orgId}, ${added.length}::bigint from limited
      on conflict (org_id) do update set last_id = log.last_id + ${added.length}::bigint
      returning last_id
    )
    insert into events (org_id, id, type, space_id, data, created_at)
    select ${orgId}, head.last_id - ${added.length}::bigint + item.at, item.value ->> 'type',
      item.value ->> 'spaceId', item.value -> 'data', ${at.toISOString()}::timestamptz
    from head, jsonb_array_elements(${storableJson(added)}::text::jsonb) with ordinality as item (value, at)`);
}

/** JSON that PostgreSQL takes whatever a message holds: an event must never be why a change fails. */
function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, item) =>
    typeof item === "string" ? item.replaceAll("\u0000", "").toWellFormed() : item,
  );
}

/** How far an organization's events are. */
export async function readLogState(db: Database, orgId: string): Promise<LogState> {
  const [row] = await db.select().from(eventLogs).where(eq(eventLogs.orgId, orgId));
  return row ?? { lastId: 0, prunedId: 0 };
}

/** The numbers of the last events of some organizations. */
export async function readHeads(db: Database, orgIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ orgId: eventLogs.orgId, lastId: eventLogs.lastId })
    .from(eventLogs)
    .where(inArray(eventLogs.orgId, [...orgIds]));
  return new Map(rows.map(({ orgId, lastId }) => [orgId, lastId]));
}

/** Events after one and up to another, in order, at most `limit`. */
export async function readEvents(
  db: Database,
  orgId: string,
  { types, spaceIds }: EventFilter,
  { after, through, limit }: { readonly after: number; readonly through: number; readonly limit: number },
): Promise<EventRow[]> {
  return db
    .select()
    .from(events)
    .where(
      and(
        eq(events.orgId, orgId),
        gt(events.id, after),
        lte(events.id, through),
        inArray(events.type, [...types]),
        spaceIds && inArray(events.spaceId, [...spaceIds]),
      ),
    )
    .orderBy(asc(events.id))
    .limit(limit);
}

/** One event, or undefined when it is not kept any more. */
export async function findEvent(db: Database, orgId: string, id: number): Promise<EventRow | undefined> {
  const [row] = await db
    .select()
    .from(events)
    .where(and(eq(events.orgId, orgId), eq(events.id, id)));
  return row;
}

/** Erases what was said of a space, of which nothing may stay. */
export async function deleteEventsOfSpace(tx: Database, orgId: string, spaceId: string): Promise<void> {
  await tx.delete(events).where(and(eq(events.orgId, orgId), eq(events.spaceId, spaceId)));
}

const PRUNE_BATCH = 5000;

/** Deletes some of all organizations' events from before a time, noting the last of each; answers how many. */
export async function pruneEvents(db: Database, before: Date): Promise<number> {
  const rows = await db.execute<{ count: number }>(sql`
    with ${oldEvents(sql`created_at < ${before.toISOString()}::timestamptz`)}, last as (
      select org_id, max(id) as id, count(*) as count from gone group by org_id
    ), noted as (
      update event_logs set pruned_id = greatest(pruned_id, last.id)
      from last where event_logs.org_id = last.org_id
    )
    select coalesce(sum(count), 0)::int as count from last`);
  return rows[0]?.count ?? 0;
}

/** The same for progress, which is outdated soon: nobody misses what later events say better. */
export async function pruneProgress(db: Database, before: Date): Promise<number> {
  const rows = await db.execute<{ count: number }>(sql`
    with ${oldEvents(sql`type = 'document.progress' and created_at < ${before.toISOString()}::timestamptz`)}
    select count(*)::int as count from gone`);
  return rows[0]?.count ?? 0;
}

function oldEvents(condition: SQL): SQL {
  return sql`old as materialized (
      select org_id, id from events where ${condition} order by created_at limit ${PRUNE_BATCH}
      for update skip locked
    ), gone as (
      delete from events using old where events.org_id = old.org_id and events.id = old.id
      returning events.org_id, events.id
    )`;
}
