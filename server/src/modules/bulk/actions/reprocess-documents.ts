import type { Clock } from "@quarry/core";
import type { KeyedMutex } from "@quarry/core/internal";
import { withDocumentsLocked } from "../../../ingest/commit/document-lock.ts";
import type { Database } from "../../../platform/database/database.ts";
import { limitLockWaits } from "../../../platform/database/statement-limits.ts";
import { updateDocument } from "../../../records/documents/document-changes.ts";
import type { DocumentRow } from "../../../records/documents/document-rows.ts";
import { enqueueReprocessing } from "../../../records/documents/reprocess-jobs.ts";
import { documentEvent } from "../../../records/documents/to-document.ts";
import type { EventLog } from "../../../records/events/event-log.ts";
import { holdChunking } from "../../../records/spaces/space-chunking.ts";
import { type BulkWork, findBatch, goneDocuments, lockBatch } from "./bulk-work.ts";

/**
 * Creates the action that queues documents for processing from their original files. A FAILED document becomes PROCESSING, as
 * by a retry. A COMPLETED one is served until it is processed. Any other is in the queue already.
 */
export function createReprocessDocuments(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly mutex: KeyedMutex;
  readonly events: EventLog;
  readonly wakeWorker: () => void;
}): BulkWork {
  const { db, clock, mutex, events, wakeWorker } = deps;

  return async (batch, finish) => {
    const { orgId, spaceId } = batch;
    await withDocumentsLocked(
      mutex,
      () => findBatch(db, batch),
      [],
      () =>
        db.transaction(async (tx) => {
          const now = new Date(clock.now());
          await limitLockWaits(tx);
          await holdChunking(tx, orgId, [spaceId]);
          const rows = await lockBatch(tx, batch);
          const retried: DocumentRow[] = [];
          const change = { status: "PROCESSING", errorMessage: null, updatedAt: now } as const;
          for (const before of rows.filter(({ status }) => status === "FAILED")) {
            const row = await updateDocument(tx, before, change, now);
            if (row) retried.push(row);
          }
          const completed = rows.filter(({ status }) => status === "COMPLETED");
          await enqueueReprocessing(
            tx,
            orgId,
            completed.map(({ id }) => id),
            now,
          );
          await finish(tx, goneDocuments(batch, rows));
          await events.record(
            tx,
            orgId,
            retried.map((row) => documentEvent("document.updated", row)),
          );
        }),
    );
    wakeWorker();
  };
}
