import type { ListSpacesParameters, Metadata } from "@quarry/schema";
import { and, count, desc, eq, inArray, isNotNull, isNull, like, lt, notInArray, or, sql } from "drizzle-orm";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { documents, spaces } from "../../platform/database/tables/document-tables.ts";
import type { PageRequest } from "../../platform/paging.ts";
import { lockSpaces } from "./lock-spaces.ts";

/** A stored space. */
export type SpaceRow = typeof spaces.$inferSelect;

/** The spaces that exist for a scope: not those that are still being read from an archive. */
const within = ({ orgId, spaceIds }: TenantScope) =>
  and(
    eq(spaces.orgId, orgId),
    isNull(spaces.importingUntil),
    spaceIds === null ? undefined : inArray(spaces.id, [...spaceIds]),
  );

/** Adds a space. */
export async function insertSpace(db: Database, row: SpaceRow): Promise<void> {
  await db.insert(spaces).values(row);
}

/** The space of a scope with this id or slug, archived or not. */
export async function findSpace(
  db: Database,
  scope: TenantScope,
  idOrSlug: string,
): Promise<SpaceRow | undefined> {
  const [row] = await findSpaces(db, scope, [idOrSlug]);
  return row;
}

/** The spaces of a scope with these ids or slugs, archived or not. */
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

/** Those of a scope's spaces with these ids that are not archived, by id. */
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

/** Ids of an organization's spaces that are not on a scope's list. */
export async function listUnseenIds(db: Database, { orgId, spaceIds }: TenantScope): Promise<string[]> {
  if (spaceIds === null) return [];
  const rows = await db
    .select({ id: spaces.id })
    .from(spaces)
    .where(and(eq(spaces.orgId, orgId), notInArray(spaces.id, [...spaceIds])));
  return rows.map(({ id }) => id);
}

/** Ids of an organization's archived spaces. */
export async function listArchivedIds(db: Database, orgId: string): Promise<string[]> {
  const rows = await db
    .select({ id: spaces.id })
    .from(spaces)
    .where(and(eq(spaces.orgId, orgId), eq(spaces.isArchived, true)));
  return rows.map(({ id }) => id);
}

/** A page of a scope's spaces, the newest first, and how many there are. */
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

/** How many spaces an organization has, archived ones included. */
export async function countSpaces(db: Database, orgId: string): Promise<number> {
  return db.$count(spaces, eq(spaces.orgId, orgId));
}

/** The slugs of an organization that begin with `slug`. */
export async function slugsLike(db: Database, orgId: string, slug: string): Promise<Set<string>> {
  const rows = await db
    .select({ slug: spaces.slug })
    .from(spaces)
    .where(and(eq(spaces.orgId, orgId), like(spaces.slug, `${slug}%`)));
  return new Set(rows.map((row) => row.slug));
}

/** Changes a space and answers it as it is then. */
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

/** Erases, in a transaction, a space with all its documents, and answers the keys of their files. */
export async function deleteSpace(tx: Database, orgId: string, id: string): Promise<string[]> {
  // Locked, so that no document comes in meanwhile.
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

/** Says that whoever reads an archive into a space is alive. */
export async function keepImporting(db: Database, orgId: string, id: string, until: Date): Promise<void> {
  await db.update(spaces).set({ importingUntil: until }).where(importing(orgId, id));
}

/** Shows a space that was read from an archive; undefined when it is gone. */
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

/** Spaces into which nobody reads an archive any more, of all organizations. */
export async function listAbandoned(
  db: Database,
  before: Date,
): Promise<{ readonly orgId: string; readonly id: string }[]> {
  return db
    .select({ orgId: spaces.orgId, id: spaces.id })
    .from(spaces)
    .where(lt(spaces.importingUntil, before));
}
