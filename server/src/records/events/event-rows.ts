import type { EventType, QuarryEvent } from "@quarry/schema";
import { and, asc, eq, gt, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { keptPlans } from "../../platform/database/kept-plans.ts";
import { eventLogs, events } from "../../platform/database/tables/event-tables.ts";

/** An event that has no number yet. */
export interface NewEvent {
  readonly type: EventType;
  readonly spaceId?: string;
  readonly data: QuarryEvent["data"];
}

/** A stored event. */
export type EventRow = typeof events.$inferSelect;

/** Selects events by type, space and document. `spaceIds` undefined selects all events, including those without a space. */
export interface EventFilter {
  readonly types: readonly EventType[];
  readonly spaceIds: readonly string[] | undefined;
  /** Undefined selects the events of all documents, and those without a document. */
  readonly documentId: string | undefined;
}

/** The numbers of an organization's last recorded and last pruned events. */
export interface LogState {
  readonly lastId: number;
  readonly prunedId: number;
}

/** The database ends a transaction that stays idle this long, so that other writers can continue. */
const COMMIT_LIMIT_MS = 10_000;

/**
 * Appends events with the organization's next numbers. Other writers of the organization wait until the transaction
 * ends, so a reader that has seen a number has seen all smaller ones.
 */
export async function appendEvents(
  tx: Database,
  orgId: string,
  added: readonly NewEvent[],
  at: Date,
): Promise<void> {
  await tx.execute(sql`
    with ${keptPlans}, limited as materialized (
      select set_config('idle_in_transaction_session_timeout', ${String(COMMIT_LIMIT_MS)}, true)
    ), head as (
      insert into event_logs as log (org_id, last_id) select ${orgId}, ${added.length}::bigint from limited
      on conflict (org_id) do update set last_id = log.last_id + ${added.length}::bigint
      returning last_id
    )
    insert into events (org_id, id, type, space_id, data, created_at)
    select ${orgId}, head.last_id - ${added.length}::bigint + item.at, item.value ->> 'type',
      item.value ->> 'spaceId', item.value -> 'data', ${at.toISOString()}::timestamptz
    from head, kept_plans, jsonb_array_elements(${eventsJson(added)}::text::jsonb) with ordinality as item (value, at)`);
}

/** An escaped NUL or unpaired surrogate, as `JSON.stringify` writes them. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/;

/** Serializes events. Several events of one change share their data, which is serialized once. */
function eventsJson(added: readonly NewEvent[]): string {
  const known = new Map<NewEvent["data"], string>();
  const items = added.map(({ type, spaceId, data }) => {
    const json = known.get(data) ?? storableJson(data);
    known.set(data, json);
    return `{"type":${JSON.stringify(type)},"spaceId":${JSON.stringify(spaceId ?? null)},"data":${json}}`;
  });
  return `[${items.join(",")}]`;
}

/** Serializes a value to JSON that PostgreSQL accepts. Removes NUL and unpaired surrogates, so that an event never fails a change. */
function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!UNSTORABLE.test(json)) return json;
  return JSON.stringify(value, (_key, item) =>
    typeof item === "string" ? item.replaceAll("\u0000", "").toWellFormed() : item,
  );
}

/** Reads the numbers of an organization's last recorded and last pruned events. */
export async function readLogState(db: Database, orgId: string): Promise<LogState> {
  const [row] = await db.select().from(eventLogs).where(eq(eventLogs.orgId, orgId));
  return row ?? { lastId: 0, prunedId: 0 };
}

/** Reads the last event numbers of some organizations. */
export async function readHeads(db: Database, orgIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ orgId: eventLogs.orgId, lastId: eventLogs.lastId })
    .from(eventLogs)
    .where(inArray(eventLogs.orgId, [...orgIds]));
  return new Map(rows.map(({ orgId, lastId }) => [orgId, lastId]));
}

/** Reads up to `limit` events with numbers in the range (after, through], in order. */
export async function readEvents(
  db: Database,
  orgId: string,
  { types, spaceIds, documentId }: EventFilter,
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
        // As in the index events_document.
        documentId === undefined ? undefined : sql`(data -> 'document' ->> 'id') = ${documentId}`,
      ),
    )
    .orderBy(asc(events.id))
    .limit(limit);
}

/** Finds an event. Returns undefined if it was pruned. */
export async function findEvent(db: Database, orgId: string, id: number): Promise<EventRow | undefined> {
  const [row] = await db
    .select()
    .from(events)
    .where(and(eq(events.orgId, orgId), eq(events.id, id)));
  return row;
}

/** Deletes all events of a space, because a deleted space must leave nothing behind. */
export async function deleteEventsOfSpace(tx: Database, orgId: string, spaceId: string): Promise<void> {
  await tx.delete(events).where(and(eq(events.orgId, orgId), eq(events.spaceId, spaceId)));
}

const PRUNE_BATCH = 5000;

/**
 * Deletes one batch of events older than `before`, of all organizations, and stores the last deleted number of each.
 * Returns the number of deleted events.
 */
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

/** Deletes one batch of progress events older than `before`. They go early, because later events supersede them. */
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
