import type { BlobStore } from "@quarry/core";
import type { MetadataCondition } from "../../records/documents/document-filter.ts";
import { createDocumentReads, type DocumentReads } from "./document-reads.ts";
import { createDocumentUpdates, type DocumentUpdateDeps, type DocumentUpdates } from "./document-updates.ts";

/** Reads, changes and deletes documents. The ingest service creates and replaces them. */
export interface DocumentService extends DocumentReads, DocumentUpdates {}

/** Creates the document service. */
export function createDocumentService(
  deps: DocumentUpdateDeps & { readonly blobs: BlobStore; readonly toCondition: MetadataCondition },
): DocumentService {
  return { ...createDocumentReads(deps), ...createDocumentUpdates(deps) };
}
