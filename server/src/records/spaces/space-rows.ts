import type { ListSpacesParameters, Metadata } from "@quarry/schema";
import { and, count, desc, eq, inArray, isNotNull, isNull, like, lt, notInArray, or, sql } from "drizzle-orm";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { documents, spaces } from "../../platform/database/tables/document-tables.ts";
import type { PageRequest } from "../../platform/paging.ts";
import { lockSpaces } from "./lock-spaces.ts";

/** A stored space. */
export type SpaceRow = typeof spaces.$inferSelect;

/** Matches the spaces of a scope, without spaces that are still being imported. */
const within = ({ orgId, spaceIds }: TenantScope) =>
  and(
    eq(spaces.orgId, orgId),
    isNull(spaces.importingUntil),
    spaceIds === null ? undefined : inArray(spaces.id, [...spaceIds]),
  );

/** Inserts a space. */
export async function insertSpace(db: Database, row: SpaceRow): Promise<void> {
  await db.insert(spaces).values(row);
}

/** Finds a space of a scope by id or slug, archived or not. */
export async function findSpace(
  db: Database,
  scope: TenantScope,
  idOrSlug: string,
): Promise<SpaceRow | undefined> {
  const [row] = await findSpaces(db, scope, [idOrSlug]);
  return row;
}

/** Finds spaces of a scope by id or slug, archived or not. */
export async function findSpaces(
  db: Database,
  scope: TenantScope,
  idsOrSlugs: readonly string[],
): Promise<SpaceRow[]> {
  const names = [...idsOrSlugs];
  return db
    .select()
    .from(spaces)
    .where(and(within(scope), or(inArray(spaces.id, names), inArray(spaces.slug, names))));
}

/** Finds active spaces of a scope by id. */
export async function findActiveSpaces(
  db: Database,
  scope: TenantScope,
  ids: readonly string[],
): Promise<Map<string, SpaceRow>> {
  const rows = await db
    .select()
    .from(spaces)
    .where(and(within(scope), inArray(spaces.id, [...ids]), eq(spaces.isArchived, false)));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Lists the ids of an organization's spaces that a scope does not include. */
export async function listUnseenIds(db: Database, { orgId, spaceIds }: TenantScope): Promise<string[]> {
  if (spaceIds === null) return [];
  const rows = await db
    .select({ id: spaces.id })
    .from(spaces)
    .where(and(eq(spaces.orgId, orgId), notInArray(spaces.id, [...spaceIds])));
  return rows.map(({ id }) => id);
}

/** Lists the ids of an organization's archived spaces. */
export async function listArchivedIds(db: Database, orgId: string): Promise<string[]> {
  const rows = await db
    .select({ id: spaces.id })
    .from(spaces)
    .where(and(eq(spaces.orgId, orgId), eq(spaces.isArchived, true)));
  return rows.map(({ id }) => id);
}

/** Lists a page of a scope's spaces, newest first, with the total count. */
export async function listSpaces(
  db: Database,
  scope: TenantScope,
  wanted: { status: NonNullable<ListSpacesParameters["status"]>; metadata: Metadata | undefined },
  { page, pageSize }: PageRequest,
): Promise<{ rows: SpaceRow[]; total: number }> {
  const where = and(
    within(scope),
    wanted.status === "all" ? undefined : eq(spaces.isArchived, wanted.status === "archived"),
    wanted.metadata && sql`${spaces.metadata} @> ${JSON.stringify(wanted.metadata)}::jsonb`,
  );
  const rows = await db
    .select()
    .from(spaces)
    .where(where)
    .orderBy(desc(spaces.createdAt), desc(spaces.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [all] = await db.select({ total: count() }).from(spaces).where(where);
  return { rows, total: all?.total ?? 0 };
}

/** Counts an organization's spaces, including archived ones. */
export async function countSpaces(db: Database, orgId: string): Promise<number> {
  return db.$count(spaces, eq(spaces.orgId, orgId));
}

/** Reads the slugs of an organization that start with `slug`. */
export async function slugsLike(db: Database, orgId: string, slug: string): Promise<Set<string>> {
  const rows = await db
    .select({ slug: spaces.slug })
    .from(spaces)
    .where(and(eq(spaces.orgId, orgId), like(spaces.slug, `${slug}%`)));
  return new Set(rows.map((row) => row.slug));
}

/** Updates a space and returns the new row. */
export async function updateSpace(
  db: Database,
  orgId: string,
  id: string,
  change: Partial<Omit<SpaceRow, "id" | "orgId" | "createdAt">>,
): Promise<SpaceRow | undefined> {
  const [row] = await db
    .update(spaces)
    .set(change)
    .where(and(eq(spaces.orgId, orgId), eq(spaces.id, id)))
    .returning();
  return row;
}

/** Deletes a space with all its documents, and returns the blob keys of their files. Call it in a transaction. */
export async function deleteSpace(tx: Database, orgId: string, id: string): Promise<string[]> {
  // Prevents documents from being added at the same time.
  await lockSpaces(tx, orgId, [id]);
  const files = await tx
    .select({ blobKey: documents.blobKey })
    .from(documents)
    .where(and(eq(documents.orgId, orgId), eq(documents.spaceId, id)));
  await tx.delete(spaces).where(and(eq(spaces.orgId, orgId), eq(spaces.id, id)));
  return files.map(({ blobKey }) => blobKey);
}

const importing = (orgId: string, id: string) =>
  and(eq(spaces.orgId, orgId), eq(spaces.id, id), isNotNull(spaces.importingUntil));

/** Extends the lease of the import that fills a space. */
export async function keepImporting(db: Database, orgId: string, id: string, until: Date): Promise<void> {
  await db.update(spaces).set({ importingUntil: until }).where(importing(orgId, id));
}

/** Makes an imported space visible. Returns undefined if the space is gone. */
export async function endImporting(
  tx: Database,
  orgId: string,
  id: string,
  now: Date,
): Promise<SpaceRow | undefined> {
  const [row] = await tx
    .update(spaces)
    .set({ importingUntil: null, isArchived: false, archivedAt: null, updatedAt: now })
    .where(importing(orgId, id))
    .returning();
  return row;
}

/** Lists the spaces of all organizations whose import has lost its lease. */
export async function listAbandoned(
  db: Database,
  before: Date,
): Promise<{ readonly orgId: string; readonly id: string }[]> {
  return db
    .select({ orgId: spaces.orgId, id: spaces.id })
    .from(spaces)
    .where(lt(spaces.importingUntil, before));
}
