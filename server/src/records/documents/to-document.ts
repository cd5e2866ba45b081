import type { Document, DocumentChunk, DocumentEvent } from "@quarry/schema";
import type { NewEvent } from "../events/queries.ts";
import type { ChunkRow, DocumentRow } from "./queries.ts";

/** A document as the interface shows it. */
export function toDocument(row: DocumentRow): Document {
  return {
    id: row.id,
    orgId: row.orgId,
    spaceId: row.spaceId,
    filename: row.filename,
    mimeType: row.mimeType,
    fileSize: String(row.fileSize),
    storageUrl: row.storageUrl,
    status: row.status,
    errorMessage: row.errorMessage,
    embeddingModel: row.embeddingModel,
    indexingType: row.indexingType,
    chunkCount: row.chunkCount,
    // A COMPLETED document is being cut anew.
    progress: row.status === "PROCESSING" || row.status === "COMPLETED" ? row.progress : null,
    metadata: row.metadata,
    warnings: [...row.warnings],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** A chunk as the interface shows it. */
export function toDocumentChunk({ id, chunkIndex, content, metadata }: ChunkRow): DocumentChunk {
  return { id, chunkIndex, content, metadata };
}

/** An event of a document. */
export function documentEvent(type: DocumentEvent["type"], row: DocumentRow): NewEvent {
  return { type, spaceId: row.spaceId, data: { document: toDocument(row) } };
}
