import { and, asc, eq, gt, inArray } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { chunks, documents, spaces } from "../database/schema.ts";
import type { EmbeddingCache } from "./embedding-cache.ts";
import { indexedFields } from "./indexed-fields.ts";
import type { IndexedDocument, Indexer } from "./indexer.ts";

const PAGE = 200;

type DocumentRow = typeof documents.$inferSelect;

/**
 * Fills the derived indexes from the database, without any call to an embedding provider. Documents that change
 * meanwhile are indexed by whoever changes them and left alone here.
 */
export async function rebuildIndexes(deps: {
  db: Database;
  indexer: Indexer;
  embeddings: EmbeddingCache;
}): Promise<void> {
  const { db, indexer } = deps;
  const changed = indexer.startTracking();
  try {
    for (const space of await db.select().from(spaces).where(eq(spaces.isArchived, false)))
      if (!changed.has(`description of ${space.id}`)) await indexer.describeSpace(space);
    for (let last = ""; ; ) {
      const page = await db
        .select()
        .from(documents)
        .where(and(eq(documents.status, "COMPLETED"), gt(documents.id, last)))
        .orderBy(asc(documents.id))
        .limit(PAGE);
      for (const document of await loadDocuments(deps, page))
        if (!changed.has(document.id) && !changed.has(document.spaceId)) {
          await indexer.restoreDocument(document);
          // The space may have been purged just then.
          if (changed.has(document.spaceId)) await indexer.removeDocument(document.orgId, document.id);
        }
      const end = page.at(-1);
      if (!end) return;
      last = end.id;
    }
  } finally {
    indexer.stopTracking();
  }
}

/** Reads what the indexes need of some documents. */
export async function loadDocuments(
  { db, embeddings }: { db: Database; embeddings: EmbeddingCache },
  rows: readonly DocumentRow[],
): Promise<IndexedDocument[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const chunkRows = await db
    .select()
    .from(chunks)
    .where(inArray(chunks.documentId, ids))
    .orderBy(asc(chunks.documentId), asc(chunks.chunkIndex));
  const vectors = await loadVectors(embeddings, rows, chunkRows);
  const byDocument = Map.groupBy(chunkRows, (chunk) => chunk.documentId);
  return rows.map((row) => ({
    ...indexedFields(row),
    chunks: (byDocument.get(row.id) ?? []).map((chunk) => ({
      id: chunk.id,
      content: chunk.content,
      context: chunk.context,
      headings: (chunk.metadata.headings ?? []) as string[],
      vector: vectors.get(`${row.embeddingModel} ${row.orgId} ${chunk.embeddingHash}`),
    })),
  }));
}

async function loadVectors(
  embeddings: EmbeddingCache,
  rows: readonly DocumentRow[],
  chunkRows: readonly (typeof chunks.$inferSelect)[],
): Promise<Map<string, Float32Array>> {
  const all = new Map<string, Float32Array>();
  const documentsById = new Map(rows.map((row) => [row.id, row]));
  const groups = Map.groupBy(chunkRows, ({ documentId, orgId }) => {
    return `${documentsById.get(documentId)?.embeddingModel} ${orgId}`;
  });
  for (const [group, members] of groups) {
    const orgId = members[0]?.orgId ?? "";
    const model = group.slice(0, -orgId.length - 1);
    const hashes = [...new Set(members.map((chunk) => chunk.embeddingHash))];
    for (const [hash, vector] of await embeddings.load(orgId, model, hashes))
      all.set(`${group} ${hash}`, vector);
  }
  return all;
}
