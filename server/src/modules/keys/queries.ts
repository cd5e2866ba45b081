import type { Tier } from "@quarry/schema";
import { and, count, desc, eq } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { apiKeys, organizations } from "../../database/schema.ts";
import type { PageRequest } from "../../paging.ts";

/** A stored API key. */
export type ApiKeyRow = typeof apiKeys.$inferSelect;

/**
 * The key with this hash and its organization's tier. The one look-up without an organization: it is what tells
 * which organization a caller belongs to.
 */
export async function findKeyByHash(
  db: Database,
  hash: string,
): Promise<(ApiKeyRow & { tier: Tier }) | undefined> {
  const [row] = await db
    .select({ key: apiKeys, tier: organizations.tier })
    .from(apiKeys)
    .innerJoin(organizations, eq(organizations.id, apiKeys.orgId))
    .where(eq(apiKeys.hash, hash));
  return row && { ...row.key, tier: row.tier };
}

/** Adds a key. */
export async function insertKey(db: Database, row: ApiKeyRow): Promise<void> {
  await db.insert(apiKeys).values(row);
}

/** One key of an organization. */
export async function findKey(db: Database, orgId: string, id: string): Promise<ApiKeyRow | undefined> {
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.orgId, orgId), eq(apiKeys.id, id)));
  return row;
}

/** A page of an organization's keys, the newest first, and how many there are. */
export async function listKeys(
  db: Database,
  orgId: string,
  { page, pageSize }: PageRequest,
): Promise<{ rows: ApiKeyRow[]; total: number }> {
  const ofOrg = eq(apiKeys.orgId, orgId);
  const rows = await db
    .select()
    .from(apiKeys)
    .where(ofOrg)
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [all] = await db.select({ total: count() }).from(apiKeys).where(ofOrg);
  return { rows, total: all?.total ?? 0 };
}

/** Changes a key and answers it as it is then. */
export async function updateKey(
  db: Database,
  orgId: string,
  id: string,
  change: Partial<Pick<ApiKeyRow, "hash" | "prefix" | "lastUsedAt">>,
): Promise<ApiKeyRow | undefined> {
  const [row] = await db
    .update(apiKeys)
    .set(change)
    .where(and(eq(apiKeys.orgId, orgId), eq(apiKeys.id, id)))
    .returning();
  return row;
}

/** Removes a key and answers it, or undefined when there was none. */
export async function deleteKey(db: Database, orgId: string, id: string): Promise<ApiKeyRow | undefined> {
  const [row] = await db
    .delete(apiKeys)
    .where(and(eq(apiKeys.orgId, orgId), eq(apiKeys.id, id)))
    .returning();
  return row;
}

/** Removes all keys of a name and answers them. */
export async function deleteKeysNamed(db: Database, orgId: string, name: string): Promise<ApiKeyRow[]> {
  return db
    .delete(apiKeys)
    .where(and(eq(apiKeys.orgId, orgId), eq(apiKeys.name, name)))
    .returning();
}
