import type { OutlineEntry } from "@quarry/core";
import type { DocumentStatus, Metadata } from "@quarry/schema";
import { and, asc, count, desc, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { insertRows } from "../../platform/database/insert-rows.ts";
import { sendTogether } from "../../platform/database/send-together.ts";
import {
  chunks,
  documents,
  documentTexts,
  jobs,
  spaces,
} from "../../platform/database/tables/document-tables.ts";
import type { PageRequest } from "../../platform/paging.ts";
import { enqueueRechunks, holdChunking } from "./rechunk-queries.ts";
import { type TextPart, textPart } from "./text-part.ts";

/** A stored document. */
export type DocumentRow = typeof documents.$inferSelect;
/** A stored chunk. */
export type ChunkRow = typeof chunks.$inferSelect;

const inSpace = (orgId: string, spaceId: string) =>
  and(eq(documents.orgId, orgId), eq(documents.spaceId, spaceId));

/** In the spaces that exist for a scope. */
const inScope = ({ orgId, spaceIds }: TenantScope) =>
  and(eq(documents.orgId, orgId), spaceIds === null ? undefined : inArray(documents.spaceId, [...spaceIds]));

/** A document of a space by id. */
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

/** Some documents, whatever their spaces, by id. */
export async function findDocuments(
  db: Database,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, DocumentRow>> {
  const rows = await db
    .select()
    .from(documents)
    .where(and(eq(documents.orgId, orgId), inArray(documents.id, [...ids])));
  return new Map(rows.map((row) => [row.id, row]));
}

/** A document by id, whichever of the scope's spaces it is in, if that is not archived. */
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

/** The documents of a space that have one of these filenames, by filename. */
export async function findByFilenames(
  db: Database,
  orgId: string,
  spaceId: string,
  filenames: readonly string[],
): Promise<Map<string, DocumentRow>> {
  const rows = await db
    .select()
    .from(documents)
    .where(and(inSpace(orgId, spaceId), inArray(documents.filename, [...filenames])));
  return new Map(rows.map((row) => [row.filename, row]));
}

/** A page of a space's documents, the newest first, and how many there are. */
export async function listDocuments(
  db: Database,
  orgId: string,
  spaceId: string,
  wanted: { status: DocumentStatus | undefined; metadata: Metadata | undefined },
  { page, pageSize }: PageRequest,
): Promise<{ rows: DocumentRow[]; total: number }> {
  const where = and(
    inSpace(orgId, spaceId),
    wanted.status && eq(documents.status, wanted.status),
    wanted.metadata && sql`${documents.metadata} @> ${JSON.stringify(wanted.metadata)}::jsonb`,
  );
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

/** COMPLETED documents of all of a scope's spaces that are not archived, the newest first. */
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
    // Ids sort by age.
    .orderBy(desc(documents.id))
    .limit(limit);
  return rows.map(({ document }) => document);
}

/** How many documents a space holds; counts no further than a limit. */
export async function countUpTo(
  db: Database,
  orgId: string,
  spaceId: string,
  limit: number,
): Promise<number> {
  const some = db.select({ id: documents.id }).from(documents).where(inSpace(orgId, spaceId)).limit(limit);
  return db.$count(some.as("some"));
}

/** A document's extracted text, or undefined while it has none. */
export async function findText(db: Database, orgId: string, documentId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ text: documentTexts.text })
    .from(documentTexts)
    .where(and(eq(documentTexts.orgId, orgId), eq(documentTexts.documentId, documentId)));
  return row?.text;
}

/** A part of a document's extracted text, empty while it has none. Only the part leaves the database, if it can. */
export async function findTextPart(
  db: Database,
  orgId: string,
  documentId: string,
  { offset, maxChars }: { readonly offset: number; readonly maxChars: number },
): Promise<TextPart> {
  const { text, plainLength } = documentTexts;
  const cut = sql<string>`substr(${text}, ${offset + 1}::int, ${maxChars}::int)`;
  const [row] = await db
    .select({ plainLength, text: sql<string>`case when ${plainLength} is null then ${text} else ${cut} end` })
    .from(documentTexts)
    .where(and(eq(documentTexts.orgId, orgId), eq(documentTexts.documentId, documentId)));
  if (row?.plainLength == null) return textPart(row?.text ?? "", offset, maxChars);
  const totalChars = row.plainLength;
  const start = Math.min(offset, totalChars);
  const end = start + row.text.length;
  return { content: row.text, start, end, totalChars, nextOffset: end < totalChars ? end : null };
}

/** A document's headings in order. */
export async function findOutline(
  db: Database,
  orgId: string,
  documentId: string,
): Promise<readonly OutlineEntry[]> {
  const [row] = await db
    .select({ outline: documentTexts.outline })
    .from(documentTexts)
    .where(and(eq(documentTexts.orgId, orgId), eq(documentTexts.documentId, documentId)));
  return row?.outline ?? [];
}

/** A page of a document's chunks, in order. */
export async function listChunks(
  db: Database,
  orgId: string,
  documentId: string,
  { page, pageSize }: PageRequest,
): Promise<ChunkRow[]> {
  return db
    .select()
    .from(chunks)
    .where(and(eq(chunks.orgId, orgId), eq(chunks.documentId, documentId)))
    .orderBy(asc(chunks.chunkIndex))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
}

/** The chunks of some documents, in order. */
export async function findChunkAddresses(
  db: Database,
  orgId: string,
  documentIds: readonly string[],
): Promise<Pick<ChunkRow, "id" | "documentId" | "embeddingHash">[]> {
  if (documentIds.length === 0) return [];
  return db
    .select({ id: chunks.id, documentId: chunks.documentId, embeddingHash: chunks.embeddingHash })
    .from(chunks)
    .where(and(eq(chunks.orgId, orgId), inArray(chunks.documentId, [...documentIds])))
    .orderBy(asc(chunks.documentId), asc(chunks.chunkIndex));
}

/**
 * Adds a document that is still to be processed, with its job, in a transaction.
 * @param isBrief Whether it takes so little that it may be processed together with others.
 */
export async function insertPending(tx: Database, row: DocumentRow, isBrief: boolean): Promise<void> {
  const job = {
    documentId: row.id,
    orgId: row.orgId,
    attempts: 0,
    runAt: row.createdAt,
    queueAt: queueAt(row, row.createdAt),
    isBrief,
    leaseToken: null,
    createdAt: row.createdAt,
  };
  await sendTogether([insertRows(tx, documents, [row], sql``), insertRows(tx, jobs, [job], sql``)]);
}

/**
 * Changes a document's own row, in a transaction. A status that waits for work gets a job that starts at `runAt`; every
 * other status ends the job, so that no worker overwrites what the caller set; a COMPLETED document that is not cut as
 * its space says gets the one that cuts it anew. The generation of a processed document
 * rises, its chunks' with it, so that what the indexes hold of its state before is known to be old.
 */
export async function updateDocument(
  tx: Database,
  before: DocumentRow,
  change: Partial<Pick<DocumentRow, "filename" | "metadata" | "status" | "errorMessage" | "updatedAt">>,
  runAt: Date,
): Promise<DocumentRow | undefined> {
  if (change.status === "COMPLETED") await holdChunking(tx, before.orgId, [before.spaceId]);
  const [row] = await tx
    .update(documents)
    .set({
      ...change,
      ...(change.status && { progress: null }),
      generation: sql`${documents.generation} + (${documents.generation} > 0)::int`,
    })
    .where(and(eq(documents.orgId, before.orgId), eq(documents.id, before.id)))
    .returning();
  if (!row) return undefined;
  await tx
    .update(chunks)
    .set({ generation: row.generation })
    .where(and(eq(chunks.orgId, row.orgId), eq(chunks.documentId, row.id)));
  if (change.status === undefined) return row;
  await tx.delete(jobs).where(and(eq(jobs.orgId, row.orgId), eq(jobs.documentId, row.id)));
  if (row.status === "PENDING" || row.status === "PROCESSING")
    await tx.insert(jobs).values({
      documentId: row.id,
      orgId: row.orgId,
      attempts: 0,
      runAt,
      queueAt: queueAt(row, runAt),
      leaseToken: null,
      createdAt: row.updatedAt,
    });
  else if (row.status === "COMPLETED")
    await enqueueRechunks(tx, row.orgId, { spaceId: row.spaceId, documentId: row.id }, row.updatedAt);
  return row;
}

const LATER_MS_PER_BYTE = 2000 / 1_000_000;
const LATEST_MS = 60_000;

/** Two seconds a megabyte later than it came, at most a minute: nobody waits for ever behind small files either. */
function queueAt({ fileSize }: DocumentRow, from: Date): Date {
  return new Date(from.getTime() + Math.min(fileSize * LATER_MS_PER_BYTE, LATEST_MS));
}

/** Removes a document with all that belongs to it, and answers it; undefined when it was gone, or is not as it must be. */
export async function deleteDocument(
  db: Database,
  orgId: string,
  id: string,
  onlyWhile: SQL | undefined,
): Promise<DocumentRow | undefined> {
  const [row] = await db
    .delete(documents)
    .where(and(eq(documents.orgId, orgId), eq(documents.id, id), onlyWhile))
    .returning();
  return row;
}
