import { and, between, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { chunks } from "../../platform/database/tables/document-tables.ts";
import { liveParents } from "./live-chunk-queries.ts";

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
