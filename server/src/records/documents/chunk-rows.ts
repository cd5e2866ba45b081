import { and, asc, count, eq, lt, type SQL, sql } from "drizzle-orm";
import { isAnyOf } from "../../platform/database/any-of.ts";
import type { Database } from "../../platform/database/database.ts";
import { chunks } from "../../platform/database/tables/document-tables.ts";
import type { PageRequest } from "../../platform/paging.ts";

/** A stored chunk. */
export type ChunkRow = typeof chunks.$inferSelect;

/** Which chunks of a document to list. */
export interface ChunkSelection extends PageRequest {
  /** 1-based page of the document on which they stand, at least in part. Default: all pages. */
  readonly onPage?: number;
}

/** Lists a page of a document's chunks in document order. */
export async function listChunks(
  db: Database,
  orgId: string,
  documentId: string,
  { page, pageSize, onPage }: ChunkSelection,
): Promise<ChunkRow[]> {
  return db
    .select()
    .from(chunks)
    .where(ofDocument(orgId, documentId, onPage))
    .orderBy(asc(chunks.chunkIndex))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
}

/** Counts the chunks of a document that stand on a page of it, at least in part. */
export async function countChunksOn(
  db: Database,
  orgId: string,
  documentId: string,
  page: number,
): Promise<number> {
  return db.$count(chunks, ofDocument(orgId, documentId, page));
}

/** Condition: the chunk is of the document, and stands on the page if there is one. */
function ofDocument(orgId: string, documentId: string, onPage: number | undefined): SQL | undefined {
  return and(
    eq(chunks.orgId, orgId),
    eq(chunks.documentId, documentId),
    onPage === undefined ? undefined : isOnPage(onPage),
  );
}

/** Documents that were processed before rectangles were recorded have only the page on which each chunk starts. */
function isOnPage(page: number): SQL {
  const rectangles = sql`${chunks.metadata} -> 'rectangles' @> ${JSON.stringify([{ page }])}::jsonb`;
  return sql`coalesce(${rectangles}, ${chunks.metadata} -> 'page' = ${JSON.stringify(page)}::jsonb)`;
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
