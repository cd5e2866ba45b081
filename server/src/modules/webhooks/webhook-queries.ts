import { QuarryError } from "@quarry/core";
import { and, asc, count, desc, eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { webhooks } from "../../platform/database/tables/event-tables.ts";
import type { PageRequest } from "../../platform/paging.ts";

/** A stored webhook. */
export type WebhookRow = typeof webhooks.$inferSelect;

const isWebhook = (orgId: string, id: string) => and(eq(webhooks.orgId, orgId), eq(webhooks.id, id));

/** Inserts a webhook. */
export async function insertWebhook(db: Database, row: WebhookRow): Promise<void> {
  await db.insert(webhooks).values(row);
}

/** Reads a webhook of an organization. */
export async function findWebhook(db: Database, orgId: string, id: string): Promise<WebhookRow | undefined> {
  const [row] = await db.select().from(webhooks).where(isWebhook(orgId, id));
  return row;
}

/** Reads a webhook. @throws QuarryError `not_found`. */
export async function requireWebhook(db: Database, orgId: string, id: string): Promise<WebhookRow> {
  const row = await findWebhook(db, orgId, id);
  if (!row) throw webhookNotFound(id);
  return row;
}

/** The error for a webhook that the organization does not have. */
export function webhookNotFound(id: string): QuarryError {
  return new QuarryError("not_found", `There is no webhook ${JSON.stringify(id)}.`);
}

/**
 * Reads a webhook and locks it until the transaction ends. The lock admits new deliveries of other transactions, which
 * refer to the webhook: a stronger one could deadlock with a replay.
 */
export async function lockWebhook(tx: Database, orgId: string, id: string): Promise<WebhookRow | undefined> {
  const [row] = await tx.select().from(webhooks).where(isWebhook(orgId, id)).for("no key update");
  return row;
}

/** Reads and locks a webhook; undefined when another transaction holds its lock. */
export async function lockFreeWebhook(
  tx: Database,
  orgId: string,
  id: string,
): Promise<WebhookRow | undefined> {
  const [row] = await tx
    .select()
    .from(webhooks)
    .where(isWebhook(orgId, id))
    .for("no key update", { skipLocked: true });
  return row;
}

/** Reads a page of an organization's webhooks, newest first, and their total number. */
export async function listWebhooks(
  db: Database,
  orgId: string,
  { page, pageSize }: PageRequest,
): Promise<{ rows: WebhookRow[]; total: number }> {
  const rows = await db
    .select()
    .from(webhooks)
    .where(eq(webhooks.orgId, orgId))
    .orderBy(desc(webhooks.createdAt), desc(webhooks.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { rows, total: await countWebhooks(db, orgId) };
}

/** Counts the webhooks of an organization. */
export async function countWebhooks(db: Database, orgId: string): Promise<number> {
  const [all] = await db.select({ total: count() }).from(webhooks).where(eq(webhooks.orgId, orgId));
  return all?.total ?? 0;
}

/** Updates a webhook and returns the new row. */
export async function updateWebhook(
  db: Database,
  orgId: string,
  id: string,
  change: Partial<Omit<WebhookRow, "id" | "orgId" | "createdAt">>,
): Promise<WebhookRow | undefined> {
  const [row] = await db.update(webhooks).set(change).where(isWebhook(orgId, id)).returning();
  return row;
}

/** Deletes a webhook with its deliveries. Returns the row, or undefined when there was none. */
export async function deleteWebhook(
  db: Database,
  orgId: string,
  id: string,
): Promise<WebhookRow | undefined> {
  const [row] = await db.delete(webhooks).where(isWebhook(orgId, id)).returning();
  return row;
}

/** True when any organization has an enabled webhook. */
export async function hasWebhooks(db: Database): Promise<boolean> {
  const rows = await db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(eq(webhooks.isEnabled, true))
    .limit(1);
  return rows.length > 0;
}

/** Finds webhooks of all organizations that have events without deliveries. */
export async function findWebhooksBehind(
  db: Database,
  limit: number,
): Promise<Pick<WebhookRow, "orgId" | "id">[]> {
  return db
    .select({ orgId: webhooks.orgId, id: webhooks.id })
    .from(webhooks)
    .where(
      and(
        eq(webhooks.isEnabled, true),
        sql`${webhooks.cursor} < (select last_id from event_logs where event_logs.org_id = ${webhooks.orgId})`,
      ),
    )
    .orderBy(asc(webhooks.cursor))
    .limit(limit);
}
