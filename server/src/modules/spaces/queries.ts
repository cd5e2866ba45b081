import type { ListSpacesParameters, Metadata } from "@quarry/schema";
import { and, count, desc, eq, inArray, like, or, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { documents, spaces } from "../../database/schema.ts";
import { lockSpaces } from "../../indexing/load-documents.ts";
import type { PageRequest } from "../../paging.ts";

/** A stored space. */
export type SpaceRow = typeof spaces.$inferSelect;

/** Adds a space. */
export async function insertSpace(db: Database, row: SpaceRow): Promise<void> {
  await db.insert(spaces).values(row);
}

/** The space of an organization with this id or slug, archived or not. */
export async function findSpace(
  db: Database,
  orgId: string,
  idOrSlug: string,
): Promise<SpaceRow | undefined> {
  const [row] = await findSpaces(db, orgId, [idOrSlug]);
  return row;
}

/** The spaces of an organization with these ids or slugs, archived or not. */
export async function findSpaces(
  db: Database,
  orgId: string,
  idsOrSlugs: readonly string[],
): Promise<SpaceRow[]> {
  const names = [...idsOrSlugs];
  return db
    .select()
    .from(spaces)
    .where(and(eq(spaces.orgId, orgId), or(inArray(spaces.id, names), inArray(spaces.slug, names))));
}

/** Those of an organization's spaces with these ids that are not archived, by id. */
export async function findActiveSpaces(
  db: Database,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, SpaceRow>> {
  const rows = await db
    .select()
    .from(spaces)
    .where(and(eq(spaces.orgId, orgId), inArray(spaces.id, [...ids]), eq(spaces.isArchived, false)));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Ids of an organization's archived spaces. */
export async function listArchivedIds(db: Database, orgId: string): Promise<string[]> {
  const rows = await db
    .select({ id: spaces.id })
    .from(spaces)
    .where(and(eq(spaces.orgId, orgId), eq(spaces.isArchived, true)));
  return rows.map(({ id }) => id);
}

/** A page of an organization's spaces, the newest first, and how many there are. */
export async function listSpaces(
  db: Database,
  orgId: string,
  wanted: { status: NonNullable<ListSpacesParameters["status"]>; metadata: Metadata | undefined },
  { page, pageSize }: PageRequest,
): Promise<{ rows: SpaceRow[]; total: number }> {
  const where = and(
    eq(spaces.orgId, orgId),
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
