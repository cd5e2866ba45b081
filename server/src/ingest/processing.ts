import type { BlobStore, Clock, Embedder } from "@quarry/core";
import type { KeyedMutex, NewId } from "@quarry/core/internal";
import type { Chunking } from "@quarry/schema";
import type { Indexer } from "../indexes/delivery/indexer.ts";
import type { EmbeddingCache } from "../indexes/embeddings/embedding-cache.ts";
import type { EmbeddingModels } from "../indexes/embeddings/embedding-models.ts";
import type { Database } from "../platform/database/database.ts";
import type { DocumentRow } from "../records/documents/document-rows.ts";
import type { EventLog } from "../records/events/event-log.ts";
import type { PreparedDocument } from "./prepare/prepare-document.ts";
import type { Preparer } from "./prepare/preparer.ts";

/** What every path that writes documents needs. */
export interface ProcessingDeps {
  readonly db: Database;
  readonly newId: NewId;
  readonly clock: Clock;
  readonly preparer: Preparer;
  readonly models: EmbeddingModels;
  readonly embeddings: EmbeddingCache;
  readonly indexer: Indexer;
  readonly blobs: BlobStore;
  readonly events: EventLog;
  /** Keyed by {@link documentKey}: one write at a time on a document of this process. */
  readonly mutex: KeyedMutex;
}

/** The mutex key of a document. */
export function documentKey(spaceId: string, filename: string): string {
  return `${spaceId}/${filename}`;
}

/** Texts to embed, by content address. */
export function textsToEmbed(prepared: readonly PreparedDocument[]): Map<string, string> {
  return new Map(
    prepared.flatMap(({ chunks }) =>
      chunks.map((chunk) => [chunk.embeddingHash, chunk.embeddingText] as const),
    ),
  );
}

/** The fields of a document's row that its processing sets. */
export function completedFields(
  prepared: PreparedDocument,
  embedder: Embedder,
  chunking: Chunking | null,
): Pick<
  DocumentRow,
  | "mimeType"
  | "title"
  | "status"
  | "errorMessage"
  | "embeddingModel"
  | "indexingType"
  | "chunkCount"
  | "chunking"
  | "progress"
  | "warnings"
> {
  return {
    mimeType: prepared.mimeType,
    title: prepared.title,
    status: "COMPLETED",
    errorMessage: null,
    embeddingModel: embedder.model,
    indexingType: prepared.indexingType,
    chunkCount: prepared.chunks.length,
    chunking,
    progress: null,
    warnings: prepared.warnings,
  };
}
