import type { Tier } from "@quarry/schema";
import { and, count, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { apiKeys, organizations } from "../../platform/database/tables/organization-tables.ts";
import type { PageRequest } from "../../platform/paging.ts";

/** A stored API key. */
export type ApiKeyRow = typeof apiKeys.$inferSelect;

/** A key with its organization's tier. */
export type FoundKey = ApiKeyRow & { readonly tier: Tier };

/** Matches the keys visible to a scope. A scope of some spaces sees only keys that are limited to these spaces. */
const within = ({ orgId, spaceIds }: TenantScope) =>
  and(
    eq(apiKeys.orgId, orgId),
    spaceIds === null ? undefined : sql`${apiKeys.spaceIds} <@ ${JSON.stringify(spaceIds)}::jsonb`,
  );

/**
 * Finds the key whose current hash, or hash before its last rotation, is `hash`. The only query without an organization:
 * it determines the caller's organization.
 */
export async function findKeyByHash(db: Database, hash: string): Promise<FoundKey | undefined> {
  const [row] = await db
    .select({ key: apiKeys, tier: organizations.tier })
    .from(apiKeys)
    .innerJoin(organizations, eq(organizations.id, apiKeys.orgId))
    .where(or(eq(apiKeys.hash, hash), eq(apiKeys.previousHash, hash)));
  return row && { ...row.key, tier: row.tier };
}

/** Inserts a key. */
export async function insertKey(db: Database, row: ApiKeyRow): Promise<void> {
  await db.insert(apiKeys).values(row);
}

/** Finds a key of a scope. */
export async function findKey(db: Database, scope: TenantScope, id: string): Promise<ApiKeyRow | undefined> {
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(and(within(scope), eq(apiKeys.id, id)));
  return row;
}

/** Counts the keys of a scope that have not expired. */
export async function countKeys(db: Database, scope: TenantScope, now: Date): Promise<number> {
  const [all] = await db
    .select({ total: count() })
    .from(apiKeys)
    .where(and(within(scope), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now))));
  return all?.total ?? 0;
}

/** Lists a page of a scope's keys, newest first, with the total count. */
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

/** Updates a key and returns the new row. */
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

/** Deletes a key and returns it. Returns undefined if there was none. */
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

/** Deletes all keys with a name and returns them. */
export async function deleteKeysNamed(db: Database, orgId: string, name: string): Promise<ApiKeyRow[]> {
  return db
    .delete(apiKeys)
    .where(and(eq(apiKeys.orgId, orgId), eq(apiKeys.name, name)))
    .returning();
}
