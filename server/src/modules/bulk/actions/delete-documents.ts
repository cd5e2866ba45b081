import type { KeyedMutex } from "@quarry/core/internal";
import { withDocumentsLocked } from "../../../ingest/commit/document-lock.ts";
import type { EraseDocuments } from "../../../ingest/commit/erase-documents.ts";
import type { Database } from "../../../platform/database/database.ts";
import { type BulkWork, findBatch } from "./bulk-work.ts";

/** Creates the action that deletes documents. One that is gone already is done. */
export function createDeleteDocuments(deps: {
  readonly db: Database;
  readonly mutex: KeyedMutex;
  readonly eraseDocuments: EraseDocuments;
}): BulkWork {
  const { db, mutex, eraseDocuments } = deps;
  return (batch, finish) =>
    withDocumentsLocked(
      mutex,
      () => findBatch(db, batch),
      [],
      () => eraseDocuments(batch.orgId, batch.spaceId, batch.ids, (tx) => finish(tx, [])),
    );
}
