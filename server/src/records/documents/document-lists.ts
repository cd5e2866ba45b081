import { and, count, desc, eq, lt, type SQL } from "drizzle-orm";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { documents, spaces } from "../../platform/database/tables/document-tables.ts";
import type { PageRequest } from "../../platform/paging.ts";
import { type DocumentRow, inScope, inSpace } from "./document-rows.ts";

/** Lists a page of the documents of a space that meet a condition, newest first, with the total count. */
export async function listDocuments(
  db: Database,
  orgId: string,
  spaceId: string,
  selected: SQL | undefined,
  { page, pageSize }: PageRequest,
): Promise<{ rows: DocumentRow[]; total: number }> {
  const where = and(inSpace(orgId, spaceId), selected);
  const rows = await db
    .select()
    .from(documents)
    .where(where)
    .orderBy(desc(documents.createdAt), desc(documents.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [all] = await db.select({ total: count() }).from(documents).where(where);
  return { rows, total: all?.total ?? 0 };
}

/** Lists the COMPLETED documents in the active spaces of a scope, newest first, starting after `beforeId`. */
export async function listCompleted(
  db: Database,
  scope: TenantScope,
  beforeId: string | undefined,
  limit: number,
): Promise<DocumentRow[]> {
  const rows = await db
    .select({ document: documents })
    .from(documents)
    .innerJoin(spaces, and(eq(spaces.id, documents.spaceId), eq(spaces.isArchived, false)))
    .where(
      and(
        inScope(scope),
        eq(spaces.orgId, scope.orgId),
        eq(documents.status, "COMPLETED"),
        beforeId === undefined ? undefined : lt(documents.id, beforeId),
      ),
    )
    // Ids sort by creation time.
    .orderBy(desc(documents.id))
    .limit(limit);
  return rows.map(({ document }) => document);
}

/** Counts the documents of a space, up to `limit`. */
export async function countUpTo(
  db: Database,
  orgId: string,
  spaceId: string,
  limit: number,
): Promise<number> {
  const some = db.select({ id: documents.id }).from(documents).where(inSpace(orgId, spaceId)).limit(limit);
  return db.$count(some.as("some"));
}
