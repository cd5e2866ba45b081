import { and, eq, inArray } from "drizzle-orm";
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
  const rows = await db
    .select({
      id: chunks.id,
      content: chunks.content,
      chunkIndex: chunks.chunkIndex,
      metadata: chunks.metadata,
      document: { id: documents.id, filename: documents.filename, metadata: documents.metadata },
      space: { id: spaces.id, name: spaces.name, description: spaces.description },
    })
    .from(chunks)
    .innerJoin(
      documents,
      and(
        eq(documents.id, chunks.documentId),
        eq(documents.orgId, orgId),
        eq(documents.status, "COMPLETED"),
        eq(documents.generation, chunks.generation),
      ),
    )
    .innerJoin(
      spaces,
      and(eq(spaces.id, documents.spaceId), eq(spaces.orgId, orgId), eq(spaces.isArchived, false)),
    )
    .where(and(eq(chunks.orgId, orgId), inArray(chunks.id, [...ids])));
  return new Map(rows.map((row) => [row.id, row]));
}
