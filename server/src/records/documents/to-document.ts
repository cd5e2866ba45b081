import type { Document, DocumentChunk, DocumentEvent } from "@quarry/schema";
import type { NewEvent } from "../events/event-rows.ts";
import type { ChunkRow } from "./chunk-rows.ts";
import type { DocumentRow } from "./document-rows.ts";

/** Converts a row to the document of the API. */
export function toDocument(row: DocumentRow): Document {
  return {
    id: row.id,
    orgId: row.orgId,
    spaceId: row.spaceId,
    filename: row.filename,
    partOf: row.partOf,
    mimeType: row.mimeType,
    sizeBytes: row.fileSize,
    fileSize: String(row.fileSize),
    storageUrl: withinDataFolder(row.storageUrl),
    status: row.status,
    errorMessage: row.errorMessage,
    embeddingModel: row.embeddingModel,
    indexingType: row.indexingType,
    chunkCount: row.chunkCount,
    // A COMPLETED document with progress is being rechunked.
    progress: row.status === "PROCESSING" || row.status === "COMPLETED" ? row.progress : null,
    metadata: row.metadata,
    warnings: [...row.warnings],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** The address of an original file. Callers need not know where the operator keeps the data folder. */
function withinDataFolder(storageUrl: string): string {
  return storageUrl.replace(/^file:.*\/blobs\//, "file:///blobs/");
}

/** Converts a row to the chunk of the API. */
export function toDocumentChunk({ id, chunkIndex, content, metadata }: ChunkRow): DocumentChunk {
  return { id, chunkIndex, content, metadata };
}

/** Creates an event about a document. */
export function documentEvent(type: DocumentEvent["type"], row: DocumentRow): NewEvent {
  return { type, spaceId: row.spaceId, data: { document: toDocument(row) } };
}

/** Creates the event about a document that was deleted. */
export function deletedEvent({
  id,
  spaceId,
  filename,
}: Pick<DocumentRow, "id" | "spaceId" | "filename">): NewEvent {
  return { type: "document.deleted", spaceId, data: { document: { id, filename } } };
}
