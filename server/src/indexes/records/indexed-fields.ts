import type { documents } from "../../platform/database/tables/document-tables.ts";
import type { IndexedDocument } from "./index-change.ts";

/** What the indexes need of a document's own row. */
export function indexedFields(row: typeof documents.$inferSelect): Omit<IndexedDocument, "chunks"> {
  const { id, orgId, spaceId, generation, filename, title, metadata, embeddingModel: model } = row;
  return { id, orgId, spaceId, generation, filename, title, metadata, model };
}
