import type { Clock } from "@quarry/core";
import type { KeyedMutex } from "@quarry/core/internal";
import type { BulkAction } from "@quarry/schema";
import type { Indexer } from "../../../indexes/delivery/indexer.ts";
import type { EraseDocuments } from "../../../ingest/commit/erase-documents.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { EventLog } from "../../../records/events/event-log.ts";
import type { BulkWork } from "./bulk-work.ts";
import { createDeleteDocuments } from "./delete-documents.ts";
import { createReprocessDocuments } from "./reprocess-documents.ts";
import { createSetMetadata } from "./set-metadata.ts";

/** Creates what each action does with a batch of documents. */
export function createBulkActions(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly indexer: Indexer;
  readonly mutex: KeyedMutex;
  readonly events: EventLog;
  readonly eraseDocuments: EraseDocuments;
  readonly wakeWorker: () => void;
}): Readonly<Record<BulkAction, BulkWork>> {
  return {
    delete: createDeleteDocuments(deps),
    reprocess: createReprocessDocuments(deps),
    setMetadata: createSetMetadata(deps),
  };
}
