import type { Tier } from "@quarry/schema";
import { and, eq, lt, type SQL } from "drizzle-orm";
import { isAnyOf } from "../../platform/database/any-of.ts";
import type { Database } from "../../platform/database/database.ts";
import { documents, openAiFiles } from "../../platform/database/tables/document-tables.ts";
import { organizations } from "../../platform/database/tables/organization-tables.ts";
import { type Cursor, cutPage, pageOf, rowsFor } from "./cursor.ts";

/** A stored file. */
export type FileRow = typeof openAiFiles.$inferSelect;

/** The files that a caller sees; `createdBy` limits them to the files of one key. */
export interface FileScope {
  readonly orgId: string;
  readonly createdBy: string | undefined;
}

const within = ({ orgId, createdBy }: FileScope): SQL | undefined =>
  and(
    eq(openAiFiles.orgId, orgId),
    createdBy === undefined ? undefined : eq(openAiFiles.createdBy, createdBy),
  );

/** Inserts a file. */
export async function insertFile(db: Database, row: FileRow): Promise<void> {
  await db.insert(openAiFiles).values(row);
}

/** Counts an organization's files. */
export function countFiles(db: Database, orgId: string): Promise<number> {
  return db.$count(openAiFiles, eq(openAiFiles.orgId, orgId));
}

/** Finds files by their ids. */
export async function findFiles(
  db: Database,
  scope: FileScope,
  ids: readonly string[],
): Promise<Map<string, FileRow>> {
  const rows = await db
    .select()
    .from(openAiFiles)
    .where(and(within(scope), isAnyOf(openAiFiles.id, ids)));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Lists a page of files. */
export async function listFiles(
  db: Database,
  scope: FileScope,
  purpose: string | undefined,
  cursor: Cursor,
): Promise<{ rows: FileRow[]; hasMore: boolean }> {
  const { where, order } = pageOf(cursor, openAiFiles.id);
  const rows = await db
    .select()
    .from(openAiFiles)
    .where(and(within(scope), purpose === undefined ? undefined : eq(openAiFiles.purpose, purpose), ...where))
    .orderBy(order)
    .limit(rowsFor(cursor));
  return cutPage(rows, cursor);
}

/** Deletes a file; its documents become ordinary documents. Returns false if it is gone. */
export async function deleteFile(db: Database, orgId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(openAiFiles)
    .where(and(eq(openAiFiles.orgId, orgId), eq(openAiFiles.id, id)))
    .returning({ id: openAiFiles.id });
  return rows.length > 0;
}

/** Lists the documents that a file was attached as. */
export function listCopies(
  db: Database,
  orgId: string,
  fileId: string,
): Promise<{ readonly id: string; readonly spaceId: string }[]> {
  return db
    .select({ id: documents.id, spaceId: documents.spaceId })
    .from(documents)
    .where(and(eq(documents.orgId, orgId), eq(documents.openAiFileId, fileId)));
}

/** Lists files of a tier's organizations that were uploaded before a time. */
export function listOldFiles(db: Database, tier: Tier, before: Date, limit: number): Promise<FileRow[]> {
  const old = db
    .select({ file: openAiFiles })
    .from(openAiFiles)
    .innerJoin(organizations, eq(organizations.id, openAiFiles.orgId))
    .where(and(eq(organizations.tier, tier), lt(openAiFiles.createdAt, before)))
    .limit(limit);
  return old.then((rows) => rows.map(({ file }) => file));
}
