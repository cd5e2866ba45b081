import { and, eq, type Placeholder, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { chunks, documents, spaces } from "../../platform/database/tables/document-tables.ts";

/** A chunk with its document and space. */
export type LiveChunk =
  Awaited<ReturnType<typeof findLiveChunks>> extends Map<string, infer Row> ? Row : never;

/**
 * Returns the chunks that may be shown, by id: they belong to the organization, to the current generation of a
 * COMPLETED document, and to a space that is not archived. Every hit of an index goes through this query, so that a
 * lagging index never shows outdated text.
 */
export async function findLiveChunks(db: Database, orgId: string, ids: readonly string[]) {
  const query = liveChunkQueries.get(db) ?? prepareLiveChunks(db);
  liveChunkQueries.set(db, query);
  const rows = await query.execute({ orgId, ids });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Prepared once: every query runs this statement, and building its text takes about as long as running it. */
const liveChunkQueries = new WeakMap<Database, ReturnType<typeof prepareLiveChunks>>();

function prepareLiveChunks(db: Database) {
  const orgId = sql.placeholder("orgId");
  const chunk = db
    .select()
    .from(chunks)
    .where(and(eq(chunks.id, sql`wanted.id`), eq(chunks.orgId, orgId)))
    .limit(1)
    .as("chunk");
  const { document, space } = liveParents(db, orgId, chunk);
  return db
    .select({
      id: chunk.id,
      content: chunk.content,
      context: chunk.context,
      chunkIndex: chunk.chunkIndex,
      generation: chunk.generation,
      metadata: chunk.metadata,
      title: document.title,
      document: { id: document.id, filename: document.filename, metadata: document.metadata },
      space: { id: space.id, name: space.name, description: space.description },
    })
    .from(sql`unnest(${sql.placeholder("ids")}::text[]) as wanted(id)`)
    .innerJoinLateral(chunk, sql`true`)
    .innerJoinLateral(document, sql`true`)
    .innerJoinLateral(space, sql`true`)
    .prepare("live_chunks");
}

/**
 * Subqueries for the document and the space of a chunk, if its text may be shown.
 *
 * The limits keep PostgreSQL from reordering the joins: on tables without statistics, before the first autovacuum,
 * it would read all documents of the organization instead of looking these up.
 */
export function liveParents(
  db: Database,
  orgId: string | Placeholder,
  chunk: { readonly documentId: SQLWrapper; readonly generation: SQLWrapper },
) {
  const document = db
    .select({
      id: documents.id,
      filename: documents.filename,
      title: documents.title,
      metadata: documents.metadata,
      spaceId: documents.spaceId,
    })
    .from(documents)
    .where(
      and(
        eq(documents.id, chunk.documentId),
        eq(documents.orgId, orgId),
        eq(documents.status, "COMPLETED"),
        eq(documents.generation, chunk.generation),
      ),
    )
    .limit(1)
    .as("document");
  const space = db
    .select({ id: spaces.id, name: spaces.name, description: spaces.description })
    .from(spaces)
    .where(and(eq(spaces.id, document.spaceId), eq(spaces.orgId, orgId), eq(spaces.isArchived, false)))
    .limit(1)
    .as("space");
  return { document, space };
}
