import { isDeepStrictEqual } from "node:util";
import type { Clock } from "@quarry/core";
import type { KeyedMutex } from "@quarry/core/internal";
import { type BulkFailure, metadataProblem } from "@quarry/schema";
import type { Indexer } from "../../../indexes/delivery/indexer.ts";
import { loadDocuments } from "../../../indexes/records/load-documents.ts";
import { withDocumentsLocked } from "../../../ingest/commit/document-lock.ts";
import type { Database } from "../../../platform/database/database.ts";
import { limitLockWaits } from "../../../platform/database/statement-limits.ts";
import { updateDocument } from "../../../records/documents/document-changes.ts";
import type { DocumentRow } from "../../../records/documents/document-rows.ts";
import { documentEvent } from "../../../records/documents/to-document.ts";
import type { EventLog } from "../../../records/events/event-log.ts";
import { mergePatch } from "../merge-patch.ts";
import { type BulkBatch, type BulkWork, findBatch, goneDocuments, lockBatch } from "./bulk-work.ts";

/** Passages of a batch that are loaded at once. */
const MAX_CHUNKS = 5000;

/** Creates the action that merges metadata into documents. A document that has it already is not written. */
export function createSetMetadata(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly indexer: Indexer;
  readonly mutex: KeyedMutex;
  readonly events: EventLog;
}): BulkWork {
  const { db, clock, indexer, mutex, events } = deps;

  /** Writes what changes, and returns the new rows and the failures. */
  async function update(tx: Database, batch: BulkBatch) {
    const now = new Date(clock.now());
    await limitLockWaits(tx);
    const rows = await lockBatch(tx, batch);
    const failures: BulkFailure[] = goneDocuments(batch, rows);
    const changed: DocumentRow[] = [];
    for (const before of rows) {
      const metadata = mergePatch(before.metadata, batch.metadata ?? {});
      const problem = metadataProblem(metadata);
      if (problem !== null) {
        const message = `The merged metadata ${problem}. Remove keys first.`;
        failures.push({ id: before.id, filename: before.filename, message });
      } else if (!isDeepStrictEqual(metadata, before.metadata)) {
        const row = await updateDocument(tx, before, { metadata, updatedAt: now }, now);
        if (row) changed.push(row);
      }
    }
    return { changed, failures };
  }

  return async (batch, finish) => {
    const { orgId } = batch;
    await indexer.ready();
    await withDocumentsLocked(
      mutex,
      () => findBatch(db, batch),
      [],
      (rows) => {
        requireFitting(rows);
        return indexer.write(async (tx, note) => {
          const { changed, failures } = await update(tx, batch);
          const completed = changed.filter(({ status }) => status === "COMPLETED");
          if (completed.length > 0)
            await note({ kind: "documents", orgId, documents: await loadDocuments(tx, orgId, completed) });
          await finish(tx, failures);
          await events.record(
            tx,
            orgId,
            changed.map((row) => documentEvent("document.updated", row)),
          );
        });
      },
    );
  };
}

/** Refuses a batch whose passages and vectors would take too much memory; its documents are changed one by one then. */
function requireFitting(rows: readonly DocumentRow[]): void {
  const chunks = rows.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
  if (rows.length > 1 && chunks > MAX_CHUNKS)
    throw new Error("the documents of a batch have too many passages");
}
