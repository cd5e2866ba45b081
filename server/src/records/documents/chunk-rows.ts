import { and, asc, count, eq, lt, sql } from "drizzle-orm";
import { isAnyOf } from "../../platform/database/any-of.ts";
import type { Database } from "../../platform/database/database.ts";
import { chunks } from "../../platform/database/tables/document-tables.ts";
import type { PageRequest } from "../../platform/paging.ts";

/** A stored chunk. */
export type ChunkRow = typeof chunks.$inferSelect;

/** Lists a page of a document's chunks in document order. */
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

/** Reads the ids and embedding hashes of the chunks of some documents, in document order. */
export async function findChunkAddresses(
  db: Database,
  orgId: string,
  documentIds: readonly string[],
): Promise<Pick<ChunkRow, "id" | "documentId" | "embeddingHash">[]> {
  if (documentIds.length === 0) return [];
  return db
    .select({ id: chunks.id, documentId: chunks.documentId, embeddingHash: chunks.embeddingHash })
    .from(chunks)
    .where(and(eq(chunks.orgId, orgId), isAnyOf(chunks.documentId, documentIds)))
    .orderBy(asc(chunks.documentId), asc(chunks.chunkIndex));
}

/** Counts the chunks of a document that start before an offset of its text. */
export async function countChunksBefore(
  db: Database,
  orgId: string,
  documentId: string,
  offset: number,
): Promise<number> {
  const start = sql<number>`(${chunks.metadata} ->> 'start')::int`;
  const [row] = await db
    .select({ total: count() })
    .from(chunks)
    .where(and(eq(chunks.orgId, orgId), eq(chunks.documentId, documentId), lt(start, offset)));
  return row?.total ?? 0;
}
