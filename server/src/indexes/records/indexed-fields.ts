import type { documents } from "../../platform/database/tables/document-tables.ts";
import type { IndexedDocument } from "./index-change.ts";

/** The fields of a document's row that the indexes need. */
export function indexedFields(row: typeof documents.$inferSelect): Omit<IndexedDocument, "chunks"> {
  const { id, orgId, spaceId, generation, filename, title, metadata, embeddingModel: model } = row;
  return { id, orgId, spaceId, generation, filename, title, metadata, model };
}
