import { and, eq, getTableColumns, not, sql } from "drizzle-orm";
import { isAnyOf } from "../../platform/database/any-of.ts";
import type { Database } from "../../platform/database/database.ts";
import { insertRows, setExcluded } from "../../platform/database/insert-rows.ts";
import { awaitPipelined } from "../../platform/database/pipelined.ts";
import { chunks, documents, documentTexts, jobs } from "../../platform/database/tables/document-tables.ts";
import { mayHaveMembers } from "../../records/documents/archive-members.ts";
import type { ChunkRow } from "../../records/documents/chunk-rows.ts";
import type { DocumentRow } from "../../records/documents/document-rows.ts";
import { insertSmallFiles } from "../../records/documents/small-files.ts";
import { documentEvent } from "../../records/documents/to-document.ts";
import type { NewEvent } from "../../records/events/event-rows.ts";
import type { IngestDeps } from "../ingest-deps.ts";
import { type MemberPlan, planMembers } from "../members/plan-members.ts";
import { holdRoomForMembers } from "../members/room-for-members.ts";
import { writeMembers } from "../members/write-members.ts";
import { toIndexed, withChunkRows } from "./chunk-rows.ts";
import type { DocumentWrite } from "./document-write.ts";
import { lockCurrent, StaleWrite } from "./lock-current.ts";

/** Processed documents of one organization that are written together. */
export interface CommitBatch {
  readonly orgId: string;
  readonly writes: readonly DocumentWrite[];
  /** Returns how many new documents the space has room for, and keeps that true until the transaction ends. */
  readonly holdRoom?: ((tx: Database) => Promise<number>) | undefined;
  /** False for documents that must not appear in the event log. */
  readonly recordsEvents: boolean;
}

// Building and sending a statement takes about a tenth of a millisecond for each row, in which no question is answered.
const ROWS_PER_STATEMENT = 200;

/**
 * Writes processed documents in one transaction: rows, texts, chunks, and the deletion of their jobs. Then updates the
 * derived indexes and deletes replaced files. Documents of an archive's files are written with it, to be processed later.
 * @returns The rows as written, in the order of the writes.
 * @throws StaleWrite when a document, its space's chunking or the embedding model changed since the documents were
 * processed, or when the space has no room for the new documents.
 * @throws QuarryError `forbidden` if the space has no room for the files of an archive.
 */
export async function commitDocuments(
  deps: Pick<
    IngestDeps,
    "newId" | "clock" | "models" | "preparer" | "indexer" | "texts" | "blobs" | "events"
  >,
  { orgId, writes, holdRoom, recordsEvents }: CommitBatch,
): Promise<readonly DocumentRow[]> {
  const { newId, clock, models, indexer, texts, blobs, events } = deps;
  const files = writes.flatMap(({ file }) => file ?? []);
  const added = writes.filter(({ before }) => !before).length;
  let unused: string[] = [];
  const deleteReplacedFiles = async () => {
    const replaced = writes.flatMap(({ before, row }) =>
      before && before.blobKey !== row.blobKey ? [before.blobKey] : [],
    );
    await Promise.all([...unused, ...replaced].map(blobs.delete));
  };
  const written = await indexer.write(async (tx, note) => {
    if (added > 0 && holdRoom && (await holdRoom(tx)) < added) throw new StaleWrite("the space is full");
    const requireRoom = await holdRoomForMembers(tx, orgId, writes);
    await lockCurrent(tx, models, orgId, writes);
    const plans: MemberPlan[] = [];
    for (const write of writes)
      if (write.members || (write.before && mayHaveMembers(write.before)))
        plans.push(await planMembers(tx, write.row, write.members ?? []));
    requireRoom(plans);
    const withChunks = await withChunkRows(tx, newId, orgId, withWarnings(writes, plans));
    const chunkRows = withChunks.flatMap((write) => write.chunkRows);
    // Sent together, in this order, to save round trips.
    await awaitPipelined([
      writeDocuments(tx, withChunks),
      writeTexts(tx, orgId, writes),
      deleteOutdated(tx, orgId, writes, chunkRows),
      writeChunks(tx, chunkRows),
      insertSmallFiles(tx, orgId, files, new Date(clock.now())),
    ]);
    await note({ kind: "documents", orgId, documents: withChunks.map(toIndexed) });
    if (recordsEvents) await events.record(tx, orgId, withChunks.flatMap(toEvents));
    unused = [];
    for (const plan of plans) unused.push(...(await writeMembers(tx, note, deps, plan)));
    return { chunkRows, rows: withChunks.map(({ row }) => row) };
  }, deleteReplacedFiles);
  await texts.addWritten(written.chunkRows);
  return written.rows;
}

/** Adds the warnings of archives to their rows. */
function withWarnings(writes: readonly DocumentWrite[], plans: readonly MemberPlan[]): DocumentWrite[] {
  const added = new Map(plans.map(({ archive, warnings }) => [archive.id, warnings]));
  return writes.map((write) => {
    const warnings = added.get(write.row.id) ?? [];
    if (warnings.length === 0) return write;
    return { ...write, row: { ...write.row, warnings: [...write.row.warnings, ...warnings] } };
  });
}

async function writeDocuments(tx: Database, writes: readonly DocumentWrite[]): Promise<void> {
  const {
    id: _id,
    orgId: _orgId,
    spaceId: _spaceId,
    createdAt: _createdAt,
    // A file may be attached in another batch, or deleted, while its document is processed.
    openAiFileId: _openAiFileId,
    openAiBatchId: _openAiBatchId,
    ...changing
  } = getTableColumns(documents);
  const update = setExcluded(Object.values(changing));
  // A fixed order prevents deadlocks between two batches that insert the same filenames.
  const rows = writes.map(({ row }): DocumentRow => row).sort((a, b) => (a.filename < b.filename ? -1 : 1));
  await insertRows(tx, documents, rows, sql`on conflict (id) do update set ${update}`);
}

async function writeTexts(tx: Database, orgId: string, writes: readonly DocumentWrite[]): Promise<void> {
  const { text, outline } = documentTexts;
  await insertRows(
    tx,
    documentTexts,
    writes.map(({ row, prepared }) => ({
      documentId: row.id,
      orgId,
      text: prepared.text,
      outline: prepared.outline,
    })),
    sql`on conflict (document_id) do update set ${setExcluded([text, outline])}`,
  );
}

/** Deletes the chunks that existing documents no longer have, and the documents' jobs. */
async function deleteOutdated(
  tx: Database,
  orgId: string,
  writes: readonly DocumentWrite[],
  chunkRows: readonly ChunkRow[],
): Promise<void> {
  const existing = writes.flatMap(({ before }) => (before ? [before.id] : []));
  if (existing.length === 0) return;
  const kept = chunkRows.map((chunk) => chunk.id);
  const ofThese = and(eq(chunks.orgId, orgId), isAnyOf(chunks.documentId, existing));
  await awaitPipelined([
    tx
      .delete(chunks)
      .where(and(ofThese, not(isAnyOf(chunks.id, kept))))
      .execute(),
    tx
      .delete(jobs)
      .where(and(eq(jobs.orgId, orgId), isAnyOf(jobs.documentId, existing)))
      .execute(),
  ]);
}

async function writeChunks(tx: Database, rows: readonly ChunkRow[]): Promise<void> {
  const { generation, chunkIndex, content, context, metadata } = chunks;
  const update = setExcluded([generation, chunkIndex, content, context, metadata]);
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
    await insertRows(
      tx,
      chunks,
      rows.slice(start, start + ROWS_PER_STATEMENT),
      sql`on conflict (id) do update set ${update}`,
    );
}

/** A job completes a document that its upload created. Other writers create or update a document and complete it. */
function toEvents({ before, row, leaseToken }: DocumentWrite): NewEvent[] {
  const completed = documentEvent("document.completed", row);
  const updated = { ...completed, type: "document.updated" } as const;
  // A rechunked document was COMPLETED before.
  if (leaseToken !== undefined) return [before?.status === "COMPLETED" ? updated : completed];
  return [before ? updated : { ...completed, type: "document.created" }, completed];
}
