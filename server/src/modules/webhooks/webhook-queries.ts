import { and, asc, count, desc, eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { webhooks } from "../../platform/database/tables/event-tables.ts";
import type { PageRequest } from "../../platform/paging.ts";

/** A stored webhook. */
export type WebhookRow = typeof webhooks.$inferSelect;

const one = (orgId: string, id: string) => and(eq(webhooks.orgId, orgId), eq(webhooks.id, id));

/** Adds a webhook. */
export async function insertWebhook(db: Database, row: WebhookRow): Promise<void> {
  await db.insert(webhooks).values(row);
}

/** One webhook of an organization. */
export async function findWebhook(db: Database, orgId: string, id: string): Promise<WebhookRow | undefined> {
  const [row] = await db.select().from(webhooks).where(one(orgId, id));
  return row;
}

/** The same in a transaction, to whose end it stays as it is. */
export async function lockWebhook(tx: Database, orgId: string, id: string): Promise<WebhookRow | undefined> {
  const [row] = await tx.select().from(webhooks).where(one(orgId, id)).for("update");
  return row;
}

/** The same, unless somebody else has it locked. */
export async function lockFreeWebhook(
  tx: Database,
  orgId: string,
  id: string,
): Promise<WebhookRow | undefined> {
  const [row] = await tx.select().from(webhooks).where(one(orgId, id)).for("update", { skipLocked: true });
  return row;
}

/** A page of an organization's webhooks, the newest first, and how many there are. */
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

/** How many webhooks an organization has. */
export async function countWebhooks(db: Database, orgId: string): Promise<number> {
  const [all] = await db.select({ total: count() }).from(webhooks).where(eq(webhooks.orgId, orgId));
  return all?.total ?? 0;
}

/** Changes a webhook and answers it as it is then. */
export async function updateWebhook(
  db: Database,
  orgId: string,
  id: string,
  change: Partial<Omit<WebhookRow, "id" | "orgId" | "createdAt">>,
): Promise<WebhookRow | undefined> {
  const [row] = await db.update(webhooks).set(change).where(one(orgId, id)).returning();
  return row;
}

/** Removes a webhook with its deliveries and answers it, or undefined when there was none. */
export async function deleteWebhook(
  db: Database,
  orgId: string,
  id: string,
): Promise<WebhookRow | undefined> {
  const [row] = await db.delete(webhooks).where(one(orgId, id)).returning();
  return row;
}

/** True when any organization has a webhook that something is to be sent to. */
export async function hasWebhooks(db: Database): Promise<boolean> {
  const rows = await db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(eq(webhooks.isEnabled, true))
    .limit(1);
  return rows.length > 0;
}

/** Webhooks of all organizations for which something has happened that no deliveries were made of. */
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
