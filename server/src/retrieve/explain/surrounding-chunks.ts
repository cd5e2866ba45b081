import { and, between, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { chunks } from "../../platform/database/tables/document-tables.ts";
import type { Passage } from "../hydrate/hydrate.ts";
import { liveParents } from "../live/live-parents.ts";

/** The position of a chunk in a generation of a document. */
export interface ChunkPosition {
  readonly documentId: string;
  readonly generation: number;
  readonly chunkIndex: number;
}

/** The position of a passage's chunk. */
export function positionOf({ chunk: { text } }: Passage): ChunkPosition {
  const { documentId, generation, chunkIndex } = text;
  return { documentId, generation, chunkIndex };
}

/**
 * Returns the live chunks up to `distance` before and after each position. `passage` is the index into `positions`.
 */
export function findChunksAround(
  db: Database,
  orgId: string,
  positions: readonly ChunkPosition[],
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
      passage: sql<number>`wanted.passage::int - 1`,
      id: near.id,
      content: near.content,
      chunkIndex: near.chunkIndex,
    })
    .from(wantedPositions(positions))
    .innerJoinLateral(document, sql`true`)
    .innerJoinLateral(space, sql`true`)
    .innerJoinLateral(near, sql`true`);
}

/** Returns how the document of each position begins, for language detection; undefined for a deleted document. */
export async function findOpenings(
  db: Database,
  orgId: string,
  positions: readonly ChunkPosition[],
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
    .select({ passage: sql<number>`wanted.passage::int - 1`, opening: first.opening })
    .from(wantedPositions(positions))
    .innerJoinLateral(first, sql`true`);
  const openings = new Map(rows.map(({ passage, opening }) => [passage, opening]));
  return positions.map((_, passage) => openings.get(passage));
}

function wantedPositions(positions: readonly ChunkPosition[]): SQL {
  const documentIds = sql.param(positions.map(({ documentId }) => documentId));
  const generations = sql.param(positions.map(({ generation }) => generation));
  const indexes = sql.param(positions.map(({ chunkIndex }) => chunkIndex));
  return sql`unnest(${documentIds}::text[], ${generations}::int[], ${indexes}::int[]) with ordinality as wanted(document_id, generation, chunk_index, passage)`;
}
