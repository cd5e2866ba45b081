import { and, eq, min, type SQL, sql } from "drizzle-orm";
import { isAnyOf } from "../../platform/database/any-of.ts";
import type { Database } from "../../platform/database/database.ts";
import { documents, openAiFiles } from "../../platform/database/tables/document-tables.ts";
import { inSpace } from "../../records/documents/document-rows.ts";
import { type Cursor, cutPage, pageOf, rowsFor } from "./cursor.ts";
import { type FileCounts, type FileStatus, STATUS } from "./file-status.ts";

/** A document as a file of a vector store. */
export interface StoreFileRow {
  readonly documentId: string;
  /** The id of the file that was attached, or the document's own. */
  readonly fileId: string;
  /** The name of the file. The document's may differ, because the filenames of a space are unique. */
  readonly filename: string;
}

const fileId = sql<string>`coalesce(${documents.openAiFileId}, ${documents.id})`;

const columns = {
  documentId: documents.id,
  fileId,
  filename: sql<string>`coalesce(${openAiFiles.filename}, ${documents.filename})`,
};

function select(db: Database, where: SQL | undefined) {
  return db
    .select(columns)
    .from(documents)
    .leftJoin(openAiFiles, eq(openAiFiles.id, documents.openAiFileId))
    .where(where);
}

/** Finds a file of a space, by the id of the attached file or of the document. */
export async function findStoreFile(
  db: Database,
  orgId: string,
  spaceId: string,
  id: string,
): Promise<StoreFileRow | undefined> {
  const named = id.startsWith("doc_") ? eq(documents.id, id) : eq(documents.openAiFileId, id);
  const [row] = await select(db, and(inSpace(orgId, spaceId), named));
  return row;
}

/** Which files of a space to list. */
export interface StoreFileFilter {
  readonly status: FileStatus | undefined;
  readonly batchId?: string;
}

/** Lists a page of the files of a space. */
export async function listStoreFiles(
  db: Database,
  orgId: string,
  spaceId: string,
  { status, batchId }: StoreFileFilter,
  cursor: Cursor,
): Promise<{ rows: StoreFileRow[]; hasMore: boolean }> {
  const { where, order } = pageOf(cursor, fileId);
  const ofBatch = batchId === undefined ? undefined : eq(documents.openAiBatchId, batchId);
  const ofStatus = status && STATUS.conditions[status];
  const rows = await select(db, and(inSpace(orgId, spaceId), ofBatch, ofStatus, ...where))
    .orderBy(order)
    .limit(rowsFor(cursor));
  return cutPage(rows, cursor);
}

/** Finds the files that documents are in OpenAI's API, by the documents' ids. */
export async function findFilesOfDocuments(
  db: Database,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, StoreFileRow>> {
  const rows = await select(db, and(eq(documents.orgId, orgId), isAnyOf(documents.id, ids)));
  return new Map(rows.map((row) => [row.documentId, row]));
}

/** A batch of files. */
export interface BatchRow {
  readonly createdAt: Date;
  readonly counts: FileCounts;
}

const inBatch = (orgId: string, spaceId: string, batchId: string) =>
  and(inSpace(orgId, spaceId), eq(documents.openAiBatchId, batchId));

/** Counts the files of a batch; undefined if there is none. */
export async function findBatch(
  db: Database,
  orgId: string,
  spaceId: string,
  batchId: string,
): Promise<BatchRow | undefined> {
  const [row] = await db
    .select({ createdAt: min(documents.createdAt), ...STATUS.counts })
    .from(documents)
    .where(inBatch(orgId, spaceId, batchId));
  if (!row?.createdAt) return undefined;
  const { createdAt, ...counts } = row;
  return { createdAt, counts };
}

/** Lists the documents of a batch, all or with one status. */
export async function listBatchDocuments(
  db: Database,
  orgId: string,
  spaceId: string,
  batchId: string,
  status?: FileStatus,
): Promise<string[]> {
  const rows = await db
    .select({ id: documents.id })
    .from(documents)
    .where(and(inBatch(orgId, spaceId, batchId), status && STATUS.conditions[status]));
  return rows.map(({ id }) => id);
}

/** Makes documents part of another batch. */
export async function moveToBatch(
  db: Database,
  orgId: string,
  documentId: string,
  batchId: string,
): Promise<void> {
  await db
    .update(documents)
    .set({ openAiBatchId: batchId })
    .where(and(eq(documents.orgId, orgId), eq(documents.id, documentId)));
}

/** True if a space has documents. */
export async function hasFiles(db: Database, orgId: string, spaceId: string): Promise<boolean> {
  const [row] = await db.select({ id: documents.id }).from(documents).where(inSpace(orgId, spaceId)).limit(1);
  return row !== undefined;
}
