import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { insertRows } from "../../platform/database/insert-rows.ts";
import { awaitPipelined } from "../../platform/database/pipelined.ts";
import { chunks, documents, jobs } from "../../platform/database/tables/document-tables.ts";
import { holdChunking } from "../spaces/space-chunking.ts";
import type { DocumentRow } from "./document-rows.ts";
import { enqueueRechunks } from "./rechunk-jobs.ts";
import { insertSmallFiles, type SmallFile } from "./small-files.ts";

/** A document that is still to be processed. */
export interface PendingDocument {
  readonly row: DocumentRow;
  /** Its file, unless that is in the blob store. */
  readonly file: SmallFile | undefined;
  /** True if the document is small enough to be processed together with others. */
  readonly isBrief: boolean;
}

/** Inserts documents that are still to be processed, with their jobs. Call it in a transaction. */
export async function insertPending(tx: Database, added: readonly PendingDocument[]): Promise<void> {
  const rows = added.map(({ row }) => row);
  const newJobs = added.map(({ row, isBrief }) => ({
    documentId: row.id,
    orgId: row.orgId,
    attempts: 0,
    runAt: row.createdAt,
    queueAt: queueAt(row, row.createdAt),
    isBrief,
    leaseToken: null,
    createdAt: row.createdAt,
  }));
  const files = added.flatMap(({ file }) => file ?? []);
  const [first] = rows;
  await awaitPipelined([
    insertRows(tx, documents, rows, sql``),
    insertRows(tx, jobs, newJobs, sql``),
    ...(first ? [insertSmallFiles(tx, first.orgId, files, first.createdAt)] : []),
  ]);
}

/**
 * Updates a document's row. Call it in a transaction.
 *
 * - PENDING and PROCESSING create a job that starts at `runAt`. Every other status deletes the job, so that no worker
 *   overwrites the caller's change.
 * - COMPLETED creates a rechunk job if the document's chunking differs from its space's.
 * - The generation of a processed document and of its chunks goes up, which marks index entries of the old state as stale.
 * @returns The new row, or undefined if the document is gone.
 */
export async function updateDocument(
  tx: Database,
  before: DocumentRow,
  change: Partial<Omit<DocumentRow, "id" | "orgId" | "spaceId" | "partOf" | "generation">>,
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

const DELAY_MS_PER_BYTE = 2000 / 1_000_000;
const MAX_DELAY_MS = 60_000;

/**
 * The position of a document's job in the queue. Small files go first: a job moves back by two seconds per megabyte.
 * The delay is at most a minute, so that large files are not starved.
 */
function queueAt({ fileSize }: DocumentRow, from: Date): Date {
  return new Date(from.getTime() + Math.min(fileSize * DELAY_MS_PER_BYTE, MAX_DELAY_MS));
}

/**
 * Deletes a document with its text, chunks and job.
 * @param onlyIf A condition on the row; if it does not hold, nothing is deleted.
 * @returns The deleted row, or undefined if nothing was deleted.
 */
export async function deleteDocument(
  db: Database,
  orgId: string,
  id: string,
  onlyIf: SQL | undefined,
): Promise<DocumentRow | undefined> {
  const [row] = await db
    .delete(documents)
    .where(and(eq(documents.orgId, orgId), eq(documents.id, id), onlyIf))
    .returning();
  return row;
}
