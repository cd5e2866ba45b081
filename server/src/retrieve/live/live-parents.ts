import { and, eq, type Placeholder, type SQLWrapper } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { documents, spaces } from "../../platform/database/tables/document-tables.ts";

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
      generation: documents.generation,
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
