import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import { isAnyOf } from "../../platform/database/any-of.ts";
import type { Database } from "../../platform/database/database.ts";
import { documents, spaces } from "../../platform/database/tables/document-tables.ts";

/** A stored document. */
export type DocumentRow = typeof documents.$inferSelect;

/** Matches the documents of one space. */
export function inSpace(orgId: string, spaceId: string): SQL | undefined {
  return and(eq(documents.orgId, orgId), eq(documents.spaceId, spaceId));
}

/** Matches the documents of the spaces that a scope covers. */
export function inScope({ orgId, spaceIds }: TenantScope): SQL | undefined {
  return and(
    eq(documents.orgId, orgId),
    spaceIds === null ? undefined : inArray(documents.spaceId, [...spaceIds]),
  );
}

/** Finds a document of a space by id. */
export async function findDocument(
  db: Database,
  orgId: string,
  spaceId: string,
  id: string,
): Promise<DocumentRow | undefined> {
  const [row] = await db
    .select()
    .from(documents)
    .where(and(inSpace(orgId, spaceId), eq(documents.id, id)));
  return row;
}

/** Finds documents of an organization, in any of its spaces. Returns them by id. */
export async function findDocuments(
  db: Database,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, DocumentRow>> {
  const rows = await db
    .select()
    .from(documents)
    .where(and(eq(documents.orgId, orgId), isAnyOf(documents.id, ids)));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Finds a document by id in any active space of the scope. */
export async function findDocumentAnywhere(
  db: Database,
  scope: TenantScope,
  id: string,
): Promise<DocumentRow | undefined> {
  const [row] = await db
    .select({ document: documents })
    .from(documents)
    .innerJoin(spaces, and(eq(spaces.id, documents.spaceId), eq(spaces.isArchived, false)))
    .where(and(inScope(scope), eq(documents.id, id)));
  return row?.document;
}

/** Finds the documents of a space with these filenames. Returns them by filename. */
export async function findByFilenames(
  db: Database,
  orgId: string,
  spaceId: string,
  filenames: readonly string[],
): Promise<Map<string, DocumentRow>> {
  const rows = await db
    .select()
    .from(documents)
    .where(and(inSpace(orgId, spaceId), isAnyOf(documents.filename, filenames)));
  return new Map(rows.map((row) => [row.filename, row]));
}
