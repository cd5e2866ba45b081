import { isDeepStrictEqual } from "node:util";
import { QuarryError } from "@quarry/core";
import type { NewId } from "@quarry/core/internal";
import { and, eq, getTableColumns, inArray, not, sql } from "drizzle-orm";
import type { IndexedDocument } from "../../indexes/records/index-change.ts";
import { indexedFields } from "../../indexes/records/indexed-fields.ts";
import type { Database } from "../../platform/database/database.ts";
import { insertRows, setExcluded } from "../../platform/database/insert-rows.ts";
import { chunks, documents, documentTexts, jobs } from "../../platform/database/tables/document-tables.ts";
import { type ChunkRow, findChunkAddresses } from "../../records/documents/chunk-rows.ts";
import type { DocumentRow } from "../../records/documents/document-rows.ts";
import { documentEvent } from "../../records/documents/to-document.ts";
import type { NewEvent } from "../../records/events/event-rows.ts";
import { holdChunking } from "../../records/spaces/space-chunking.ts";
import type { PreparedDocument } from "../prepare/prepare-document.ts";
import type { ProcessingDeps } from "../processing.ts";

/** A processed document on its way into the database. */
export interface DocumentWrite {
  /** The row as it was when the work began; undefined for a new document. */
  readonly before: DocumentRow | undefined;
  /** The row as it shall be. */
  readonly row: DocumentRow;
  readonly prepared: PreparedDocument;
  readonly vectors: ReadonlyMap<string, Float32Array>;
  /** Ids of the chunks of a new document, where they are not just any. */
  readonly chunkIds?: readonly string[];
  /** Of the job that did the work; a job that was taken over meanwhile may not write. */
  readonly leaseToken?: string;
}

/** Thrown when a document changed while it was being processed; the work must start again from its new state. */
export class StaleWrite extends Error {
  override readonly name = "StaleWrite";
}

const ROWS_PER_STATEMENT = 1000;

/**
 * Writes processed documents of one organization in one transaction: rows, texts, chunks, the end of their jobs; and
 * brings the indexes up to date. Chunks whose text is unchanged keep their ids. Files that were replaced are deleted.
 * @param holdRoom How many new documents there is room for, to the end of the transaction.
 * @throws StaleWrite when one of them changed meanwhile, or how its space cuts documents, or their embedding model went
 * out of use, or there is no room for the new ones any more.
 */
export async function commitDocuments(
  deps: Pick<ProcessingDeps, "newId" | "models" | "indexer" | "blobs" | "events">,
  orgId: string,
  writes: readonly DocumentWrite[],
  holdRoom: (tx: Database) => Promise<number> = async () => Number.POSITIVE_INFINITY,
): Promise<void> {
  const { newId, models, indexer, blobs, events } = deps;
  const known = writes.flatMap(({ before }) => (before ? [before.id] : []));
  const deleteOldFiles = async () => {
    for (const { before, row } of writes)
      if (before && before.blobKey !== row.blobKey) await blobs.delete(before.blobKey);
  };
  const added = writes.length - known.length;
  await indexer.write(async (tx, note) => {
    if (added > 0 && (await holdRoom(tx)) < added) throw new StaleWrite("the space has filled meanwhile");
    await lockSettings(tx, orgId, writes);
    await lockUnchanged(tx, orgId, writes, known);
    for (const model of new Set(writes.map(({ row }) => row.embeddingModel)))
      if (!(await models.hold(tx, model))) throw new StaleWrite(`the model ${model} is in use no more`);
    const rows = await withChunkIds(tx, newId, orgId, writes, known);
    const chunkRows = rows.flatMap((entry) => entry.chunkRows);

    await upsertRows(
      tx,
      // In one order everywhere, or two batches of the same new names may block each other.
      writes.map(({ row }) => row).sort((a, b) => (a.filename < b.filename ? -1 : 1)),
    );
    const texts = writes.map(({ row, prepared: { text, outline } }) => ({
      documentId: row.id,
      orgId,
      text,
      outline,
    }));
    const { text, outline } = documentTexts;
    await insertRows(
      tx,
      documentTexts,
      texts,
      sql`on conflict (document_id) do update set ${setExcluded([text, outline])}`,
    );
    if (known.length > 0) {
      const kept = chunkRows.map((chunk) => chunk.id);
      const ofThese = and(eq(chunks.orgId, orgId), inArray(chunks.documentId, known));
      await tx.delete(chunks).where(and(ofThese, not(sql`${chunks.id} = any(${sql.param(kept)}::text[])`)));
      await tx.delete(jobs).where(and(eq(jobs.orgId, orgId), inArray(jobs.documentId, known)));
    }
    for (let start = 0; start < chunkRows.length; start += ROWS_PER_STATEMENT)
      await upsertChunks(tx, chunkRows.slice(start, start + ROWS_PER_STATEMENT));
    await note({ kind: "documents", orgId, documents: rows.map(toIndexed) });
    await events.record(tx, orgId, writes.flatMap(toEvents));
  }, deleteOldFiles);
}

/** Whoever changes the settings afterwards finds the documents as they are written here. */
async function lockSettings(tx: Database, orgId: string, writes: readonly DocumentWrite[]): Promise<void> {
  const spaceIds = new Set(writes.map(({ row }) => row.spaceId));
  const current = await holdChunking(tx, orgId, [...spaceIds]);
  for (const { row } of writes) {
    const chunking = current.get(row.spaceId);
    if (chunking !== undefined && !isDeepStrictEqual(chunking, row.chunking))
      throw new StaleWrite(`space ${row.spaceId} cuts documents differently by now`);
  }
}

/** A worker completes what its upload has created; others create or change it, and complete it at once. */
function toEvents({ before, row, leaseToken }: DocumentWrite): NewEvent[] {
  const completed = documentEvent("document.completed", row);
  const updated = documentEvent("document.updated", row);
  // Cut anew, it stays what it was.
  if (leaseToken !== undefined) return [before?.status === "COMPLETED" ? updated : completed];
  return [before ? updated : documentEvent("document.created", row), completed];
}

async function lockUnchanged(
  tx: Database,
  orgId: string,
  writes: readonly DocumentWrite[],
  known: readonly string[],
): Promise<void> {
  if (known.length === 0) return;
  const current = await tx
    .select({
      id: documents.id,
      generation: documents.generation,
      updatedAt: documents.updatedAt,
      leaseToken: jobs.leaseToken,
    })
    .from(documents)
    .leftJoin(jobs, eq(jobs.documentId, documents.id))
    .where(and(eq(documents.orgId, orgId), inArray(documents.id, [...known])))
    .orderBy(documents.id)
    .for("update", { of: documents });
  const byId = new Map(current.map((row) => [row.id, row]));
  for (const { before, leaseToken } of writes) {
    if (!before) continue;
    const row = byId.get(before.id);
    // What is not processed yet has the same generation with another name or other metadata.
    const isSame =
      row?.generation === before.generation && row.updatedAt.getTime() === before.updatedAt.getTime();
    if (!isSame || (leaseToken !== undefined && row.leaseToken !== leaseToken))
      throw new StaleWrite(`document ${before.id} changed meanwhile`);
  }
}

type WithChunkIds = DocumentWrite & { readonly chunkRows: ChunkRow[] };

async function withChunkIds(
  tx: Database,
  newId: NewId,
  orgId: string,
  writes: readonly DocumentWrite[],
  known: readonly string[],
): Promise<WithChunkIds[]> {
  const old = Map.groupBy(await findChunkAddresses(tx, orgId, known), (chunk) => chunk.documentId);
  return writes.map((write) => {
    const free = Map.groupBy(old.get(write.row.id) ?? [], (chunk) => chunk.embeddingHash);
    const chunkRows = write.prepared.chunks.map(
      (chunk, chunkIndex): ChunkRow => ({
        id: free.get(chunk.embeddingHash)?.shift()?.id ?? write.chunkIds?.[chunkIndex] ?? newId("chunk"),
        orgId,
        documentId: write.row.id,
        generation: write.row.generation,
        chunkIndex,
        content: chunk.content,
        context: chunk.context,
        embeddingHash: chunk.embeddingHash,
        metadata: chunk.metadata,
      }),
    );
    return { ...write, chunkRows };
  });
}

async function upsertRows(tx: Database, rows: DocumentRow[]): Promise<void> {
  const {
    id: _id,
    orgId: _orgId,
    spaceId: _spaceId,
    createdAt: _createdAt,
    ...changing
  } = getTableColumns(documents);
  const update = setExcluded(Object.values(changing));
  await insertRows(tx, documents, rows, sql`on conflict (id) do update set ${update}`);
}

async function upsertChunks(tx: Database, rows: ChunkRow[]): Promise<void> {
  const { generation, chunkIndex, content, context, metadata } = chunks;
  const update = setExcluded([generation, chunkIndex, content, context, metadata]);
  await insertRows(tx, chunks, rows, sql`on conflict (id) do update set ${update}`);
}

function toIndexed({ row, prepared, vectors, chunkRows }: WithChunkIds): IndexedDocument {
  return {
    ...indexedFields(row),
    chunks: prepared.chunks.map((chunk, index) => {
      const id = chunkRows[index]?.id;
      if (id === undefined) throw new QuarryError("internal", "A chunk was left without an id.");
      const { content, context, metadata } = chunk;
      return { id, content, context, headings: metadata.headings, vector: vectors.get(chunk.embeddingHash) };
    }),
  };
}
