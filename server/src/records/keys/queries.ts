import type { Tier } from "@quarry/schema";
import { and, count, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { apiKeys, organizations } from "../../platform/database/tables/organization-tables.ts";
import type { PageRequest } from "../../platform/paging.ts";

/** A stored API key. */
export type ApiKeyRow = typeof apiKeys.$inferSelect;

/** A key with what its organization's tier is. */
export type FoundKey = ApiKeyRow & { readonly tier: Tier };

/** The keys that exist for a scope: one for some spaces sees those for none but these. */
const within = ({ orgId, spaceIds }: TenantScope) =>
  and(
    eq(apiKeys.orgId, orgId),
    spaceIds === null ? undefined : sql`${apiKeys.spaceIds} <@ ${JSON.stringify(spaceIds)}::jsonb`,
  );

/**
 * The key with this hash, now or before its last rotation, and its organization's tier. The one look-up without an organization: it is what tells
 * which organization a caller belongs to.
 */
export async function findKeyByHash(db: Database, hash: string): Promise<FoundKey | undefined> {
  const [row] = await db
    .select({ key: apiKeys, tier: organizations.tier })
    .from(apiKeys)
    .innerJoin(organizations, eq(organizations.id, apiKeys.orgId))
    .where(or(eq(apiKeys.hash, hash), eq(apiKeys.previousHash, hash)));
  return row && { ...row.key, tier: row.tier };
}

/** Adds a key. */
export async function insertKey(db: Database, row: ApiKeyRow): Promise<void> {
  await db.insert(apiKeys).values(row);
}

/** One key of a scope. */
export async function findKey(db: Database, scope: TenantScope, id: string): Promise<ApiKeyRow | undefined> {
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(and(within(scope), eq(apiKeys.id, id)));
  return row;
}

/** How many of a scope's keys work. */
export async function countKeys(db: Database, scope: TenantScope, now: Date): Promise<number> {
  const [all] = await db
    .select({ total: count() })
    .from(apiKeys)
    .where(and(within(scope), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now))));
  return all?.total ?? 0;
}

/** A page of a scope's keys, the newest first, and how many there are. */
export async function listKeys(
  db: Database,
  scope: TenantScope,
  { page, pageSize }: PageRequest,
): Promise<{ rows: ApiKeyRow[]; total: number }> {
  const ofOrg = within(scope);
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
  change: Partial<Pick<ApiKeyRow, "hash" | "prefix" | "previousHash" | "previousUntil" | "lastUsedAt">>,
): Promise<ApiKeyRow | undefined> {
  const [row] = await db
    .update(apiKeys)
    .set(change)
    .where(and(eq(apiKeys.orgId, orgId), eq(apiKeys.id, id)))
    .returning();
  return row;
}

/** Removes a key and answers it, or undefined when there was none. */
export async function deleteKey(
  db: Database,
  scope: TenantScope,
  id: string,
): Promise<ApiKeyRow | undefined> {
  const [row] = await db
    .delete(apiKeys)
    .where(and(within(scope), eq(apiKeys.id, id)))
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
