import { and, between, eq, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { chunks, documents, spaces } from "../../database/schema.ts";

/** A chunk as it stands now, with what surrounds it. */
export type LiveChunk =
  Awaited<ReturnType<typeof findLiveChunks>> extends Map<string, infer Row> ? Row : never;

/**
 * Those of the chunks that may be shown: of the organization, of a COMPLETED document, of its current generation, in
 * a space that is not archived. What an index found is looked up here, so that a lagging index never shows old text.
 */
export async function findLiveChunks(db: Database, orgId: string, ids: readonly string[]) {
  const chunk = db
    .select()
    .from(chunks)
    .where(and(eq(chunks.id, sql`wanted.id`), eq(chunks.orgId, orgId)))
    .limit(1)
    .as("chunk");
  const { document, space } = liveParents(db, orgId, chunk);
  const rows = await db
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
    .from(sql`unnest(${sql.param([...ids])}::text[]) as wanted(id)`)
    .innerJoinLateral(chunk, sql`true`)
    .innerJoinLateral(document, sql`true`)
    .innerJoinLateral(space, sql`true`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A chunk's place: which one of a document's current text. */
export interface ChunkPlace {
  readonly documentId: string;
  readonly generation: number;
  readonly chunkIndex: number;
}

/** The chunks up to `distance` before and after each of the places, if they may be shown; `place` is the index into `places`. */
export function findChunksAround(
  db: Database,
  orgId: string,
  places: readonly ChunkPlace[],
  distance: number,
) {
  const index = sql`wanted.chunk_index`;
  const { document, space } = liveParents(db, orgId, {
    documentId: sql`wanted.document_id`,
    generation: sql`wanted.generation`,
  });
  const near = db
    .select({ id: chunks.id, content: chunks.content, chunkIndex: chunks.chunkIndex })
    .from(chunks)
    .where(
      and(
        eq(chunks.orgId, orgId),
        eq(chunks.documentId, sql`wanted.document_id`),
        eq(chunks.generation, sql`wanted.generation`),
        between(chunks.chunkIndex, sql`${index} - ${distance}::int`, sql`${index} + ${distance}::int`),
        ne(chunks.chunkIndex, index),
      ),
    )
    .orderBy(chunks.chunkIndex)
    .limit(2 * distance)
    .as("near");
  return db
    .select({
      place: sql<number>`wanted.place::int - 1`,
      id: near.id,
      content: near.content,
      chunkIndex: near.chunkIndex,
    })
    .from(wantedPlaces(places))
    .innerJoinLateral(document, sql`true`)
    .innerJoinLateral(space, sql`true`)
    .innerJoinLateral(near, sql`true`);
}

/** How each of the places' documents begins, from which its language can be told; undefined for one that is gone. */
export async function findOpenings(
  db: Database,
  orgId: string,
  places: readonly ChunkPlace[],
  maxChars: number,
): Promise<(string | undefined)[]> {
  const first = db
    .select({ opening: sql<string>`left(${chunks.content}, ${maxChars}::int)`.as("opening") })
    .from(chunks)
    .where(
      and(
        eq(chunks.orgId, orgId),
        eq(chunks.documentId, sql`wanted.document_id`),
        eq(chunks.generation, sql`wanted.generation`),
        eq(chunks.chunkIndex, 0),
      ),
    )
    .limit(1)
    .as("first");
  const rows = await db
    .select({ place: sql<number>`wanted.place::int - 1`, opening: first.opening })
    .from(wantedPlaces(places))
    .innerJoinLateral(first, sql`true`);
  const openings = new Map(rows.map(({ place, opening }) => [place, opening]));
  return places.map((_, place) => openings.get(place));
}

function wantedPlaces(places: readonly ChunkPlace[]): SQL {
  const documentIds = sql.param(places.map(({ documentId }) => documentId));
  const generations = sql.param(places.map(({ generation }) => generation));
  const indexes = sql.param(places.map(({ chunkIndex }) => chunkIndex));
  return sql`unnest(${documentIds}::text[], ${generations}::int[], ${indexes}::int[]) with ordinality as wanted(document_id, generation, chunk_index, place)`;
}

/**
 * The document and the space of a chunk, if its text may be shown.
 *
 * The limits keep PostgreSQL from turning the joins around: on tables without statistics (the embedded database has
 * no autovacuum) it would read all documents of the organization instead of looking up these.
 */
function liveParents(
  db: Database,
  orgId: string,
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
