import { and, asc, eq, inArray } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { chunks, documents } from "../../platform/database/tables/document-tables.ts";
import { loadEmbeddings } from "../embeddings/embedding-cache.ts";
import type { IndexedDocument } from "./index-change.ts";
import { indexedFields } from "./indexed-fields.ts";

type DocumentRow = typeof documents.$inferSelect;
type ChunkRow = typeof chunks.$inferSelect;

/** What to load of documents in addition to their texts. */
export interface LoadOptions {
  /** False for the lexical index, which needs no vectors: they are most of the bytes. Default true. */
  readonly withVectors?: boolean;
}

/** Loads documents of one organization with their chunks and vectors, as input for the indexes. */
export async function loadDocuments(
  db: Database,
  orgId: string,
  rows: readonly DocumentRow[],
  { withVectors = true }: LoadOptions = {},
): Promise<IndexedDocument[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const chunkRows = await db
    .select()
    .from(chunks)
    .where(and(eq(chunks.orgId, orgId), inArray(chunks.documentId, ids)))
    .orderBy(asc(chunks.documentId), asc(chunks.chunkIndex));
  const byDocument = Map.groupBy(chunkRows, (chunk) => chunk.documentId);
  const vectors = withVectors ? await loadVectors(db, orgId, rows, byDocument) : undefined;
  return rows.map((row) => ({
    ...indexedFields(row),
    chunks: (byDocument.get(row.id) ?? []).map((chunk) => ({
      id: chunk.id,
      content: chunk.content,
      context: chunk.context,
      headings: (chunk.metadata.headings ?? []) as string[],
      vector: vectors?.get(row.embeddingModel)?.get(chunk.embeddingHash),
    })),
  }));
}

/** Loads the documents with these ids that are COMPLETED. */
export async function loadCompleted(
  db: Database,
  orgId: string,
  ids: readonly string[],
  options: LoadOptions = {},
): Promise<IndexedDocument[]> {
  const completed = and(
    eq(documents.orgId, orgId),
    eq(documents.status, "COMPLETED"),
    inArray(documents.id, [...ids]),
  );
  return loadDocuments(db, orgId, await db.select().from(documents).where(completed), options);
}

/** Stored vectors by model and embedding hash. */
async function loadVectors(
  db: Database,
  orgId: string,
  rows: readonly DocumentRow[],
  chunksOf: ReadonlyMap<string, readonly ChunkRow[]>,
): Promise<Map<string, Map<string, Float32Array>>> {
  const found = new Map<string, Map<string, Float32Array>>();
  for (const [model, members] of Map.groupBy(rows, (row) => row.embeddingModel)) {
    const hashes = members.flatMap(({ id }) => (chunksOf.get(id) ?? []).map((chunk) => chunk.embeddingHash));
    found.set(model, await loadEmbeddings(db, orgId, model, [...new Set(hashes)]));
  }
  return found;
}
