import type { WebhookAttempt } from "@quarry/schema";
import { and, count, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { webhookDeliveries } from "../../platform/database/tables/event-tables.ts";
import {
  claimedBy,
  isDue,
  isHeldBy,
  isLeased,
  type Lease,
  releaseAllLeases,
  releaseLeases,
} from "../../platform/leases/leased-rows.ts";
import type { PageRequest } from "../../platform/paging.ts";
import type { WebhookRow } from "./webhook-queries.ts";

/** A stored delivery. */
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** A delivery that a process has claimed. */
export interface ClaimedDelivery {
  readonly orgId: string;
  readonly webhookId: string;
  readonly eventId: number;
  readonly attempts: number;
  readonly leaseToken: string;
}

/** Condition: the events that a webhook is subscribed to and that match `condition`. */
function isSubscribed({ orgId, events, spaceIds }: WebhookRow, condition: SQL): SQL {
  // Progress is outdated by the time it is delivered, so only explicit subscriptions include it.
  const types =
    events === null ? sql`type <> 'document.progress'` : sql`type = any(${sql.param(events)}::text[])`;
  const spaces = spaceIds === null ? sql`true` : sql`space_id = any(${sql.param(spaceIds)}::text[])`;
  return sql`org_id = ${orgId} and ${types} and ${spaces} and ${condition}`;
}

/** Creates deliveries for the events after `after` up to `through`. */
export async function insertDeliveries(
  tx: Database,
  webhook: WebhookRow,
  { after, through }: { readonly after: number; readonly through: number },
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    insert into webhook_deliveries (org_id, webhook_id, event_id, type, state, attempts, run_at, created_at)
    select org_id, ${webhook.id}, id, type, 'pending', 0, ${now.toISOString()}::timestamptz, created_at from events
    where ${isSubscribed(webhook, sql`id > ${after}::bigint and id <= ${through}::bigint`)}
    on conflict do nothing`);
}

/** The events to send again. */
export type Replay = { readonly eventId: number } | { readonly since: Date };

/** Creates deliveries of events, or resets existing ones. Returns their number. */
export async function replayDeliveries(
  db: Database,
  webhook: WebhookRow,
  replay: Replay,
  now: Date,
): Promise<number> {
  const condition =
    "eventId" in replay
      ? sql`id = ${replay.eventId}::bigint`
      : sql`created_at >= ${replay.since.toISOString()}::timestamptz`;
  // Locked, because it may have been deleted since it was found.
  const rows = await db.execute(sql`
    with kept as materialized (select id from webhooks where id = ${webhook.id} for key share)
    insert into webhook_deliveries (org_id, webhook_id, event_id, type, state, attempts, run_at, created_at)
    select org_id, ${webhook.id}, id, type, 'pending', 0, ${now.toISOString()}::timestamptz, created_at from events
    where ${isSubscribed(webhook, condition)} and exists (select 1 from kept) order by id
    on conflict (webhook_id, event_id) do update
      set state = 'pending', attempts = 0, run_at = excluded.run_at, lease_token = null
    returning 1`);
  return rows.length;
}

/** Concurrent deliveries to one receiver: a slow receiver must not take all of the capacity. */
const PER_RECEIVER = 4;

/** Claims up to `limit` deliveries that are due, so that no other process sends them. */
export async function claimDeliveries(db: Database, lease: Lease, limit: number): Promise<ClaimedDelivery[]> {
  const { now, token: leaseToken } = lease;
  const rows = await db.execute<{ orgId: string; webhookId: string; eventId: string; attempts: number }>(sql`
    with due as materialized (
      select first.webhook_id, first.event_id from webhooks cross join lateral (
        select webhook_id, event_id, run_at from webhook_deliveries
        where webhook_id = webhooks.id and state = 'pending' and ${isDue(now)}
        order by run_at, event_id
        limit greatest(0, ${PER_RECEIVER}::bigint - (
          select count(*) from webhook_deliveries as busy
          where busy.webhook_id = webhooks.id and ${isLeased(now)}))
        for update skip locked
      ) as first
      where webhooks.is_enabled order by first.run_at limit ${limit}::int
    )
    update webhook_deliveries as delivery
    set ${claimedBy(lease)}
    from due where delivery.webhook_id = due.webhook_id and delivery.event_id = due.event_id
    returning delivery.org_id as "orgId", delivery.webhook_id as "webhookId", delivery.event_id as "eventId",
      delivery.attempts`);
  return rows
    .map((row) => ({ ...row, eventId: Number(row.eventId), leaseToken }))
    .sort((a, b) => a.eventId - b.eventId);
}

/** Condition: the delivery, if its claim still holds it. */
function held({ orgId, webhookId, eventId, leaseToken }: ClaimedDelivery): SQL {
  const isTheOne = and(
    eq(webhookDeliveries.orgId, orgId),
    eq(webhookDeliveries.webhookId, webhookId),
    eq(webhookDeliveries.eventId, eventId),
  );
  return sql`${isTheOne} and ${isHeldBy(webhookDeliveries, leaseToken)}`;
}

/**
 * Stores the outcome of an attempt. Returns false when the lease has expired and another process holds the delivery.
 * @param times.nextAt Time of the next attempt; undefined for none.
 */
export async function recordAttempt(
  tx: Database,
  delivery: ClaimedDelivery,
  { delivered, status, answer, problem }: WebhookAttempt,
  { now, nextAt }: { readonly now: Date; readonly nextAt: Date | undefined },
): Promise<boolean> {
  const rows = await tx
    .update(webhookDeliveries)
    .set({
      state: delivered ? "delivered" : nextAt ? "pending" : "failed",
      attempts: delivery.attempts + 1,
      ...(nextAt ? { runAt: nextAt } : {}),
      leaseToken: null,
      lastStatus: status,
      lastAnswer: answer,
      lastProblem: problem,
      lastAttemptAt: now,
    })
    .where(held(delivery))
    .returning({ eventId: webhookDeliveries.eventId });
  return rows.length > 0;
}

/** Releases a delivery that was not attempted. */
export function releaseDelivery(db: Database, delivery: ClaimedDelivery, now: Date): Promise<void> {
  return releaseLeases(db, webhookDeliveries, held(delivery), now);
}

/** Deletes a delivery whose event or webhook no longer exists. */
export async function dropDelivery(db: Database, delivery: ClaimedDelivery): Promise<void> {
  await db.delete(webhookDeliveries).where(held(delivery));
}

/** Makes every leased delivery due. Call it only at the start of a process that is alone on the database. */
export function releaseAllDeliveries(db: Database, now: Date): Promise<void> {
  return releaseAllLeases(db, webhookDeliveries, now);
}

/** Reads a page of a webhook's deliveries, newest event first, and their total number. */
export async function listDeliveries(
  db: Database,
  orgId: string,
  webhookId: string,
  { page, pageSize }: PageRequest,
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const where = and(eq(webhookDeliveries.orgId, orgId), eq(webhookDeliveries.webhookId, webhookId));
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(where)
    .orderBy(desc(webhookDeliveries.eventId))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [all] = await db.select({ total: count() }).from(webhookDeliveries).where(where);
  return { rows, total: all?.total ?? 0 };
}

const PRUNE_BATCH = 5000;

/** Deletes a batch of deliveries of events before a time. Returns the number of deleted rows. */
export async function pruneDeliveries(db: Database, before: Date): Promise<number> {
  const rows = await db.execute(sql`
    delete from webhook_deliveries using (
      select webhook_id, event_id from webhook_deliveries where created_at < ${before.toISOString()}::timestamptz
      order by created_at limit ${PRUNE_BATCH} for update skip locked
    ) as old
    where webhook_deliveries.webhook_id = old.webhook_id and webhook_deliveries.event_id = old.event_id
    returning 1`);
  return rows.length;
}
