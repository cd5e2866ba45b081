import type { Clock } from "@quarry/core";
import type { KeyedMutex, NewId } from "@quarry/core/internal";
import type { Indexer } from "../indexes/delivery/indexer.ts";
import type { EmbeddingCache } from "../indexes/embeddings/embedding-cache.ts";
import type { EmbeddingModels } from "../indexes/embeddings/embedding-models.ts";
import type { Database } from "../platform/database/database.ts";
import type { StageObserver } from "../platform/timings.ts";
import type { ChunkTexts } from "../records/documents/chunk-texts.ts";
import type { OriginalFiles } from "../records/documents/original-files.ts";
import type { EventLog } from "../records/events/event-log.ts";
import type { IdleMemory } from "./idle-memory.ts";
import type { Preparer } from "./prepare/preparer.ts";
import type { RecentFiles } from "./receive/recent-files.ts";

/** The dependencies of everything that writes documents. */
export interface IngestDeps {
  readonly db: Database;
  readonly newId: NewId;
  readonly clock: Clock;
  readonly preparer: Preparer;
  readonly models: EmbeddingModels;
  readonly embeddings: EmbeddingCache;
  readonly indexer: Indexer;
  readonly texts: ChunkTexts;
  readonly idleMemory: IdleMemory;
  readonly blobs: OriginalFiles;
  readonly recentFiles: RecentFiles;
  readonly events: EventLog;
  /** Receives how long each stage of a document takes; absent when it is not wanted. */
  readonly onStage: StageObserver | undefined;
  /** Serializes writes to a document within this process. Keyed by `documentKey` of `commit/document-lock.ts`. */
  readonly mutex: KeyedMutex;
}
