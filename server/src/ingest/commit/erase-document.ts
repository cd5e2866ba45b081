import type { BlobStore } from "@quarry/core";
import type { SQL } from "drizzle-orm";
import type { Indexer } from "../../indexes/delivery/indexer.ts";
import { deleteDocument } from "../../records/documents/document-changes.ts";
import type { DocumentRow } from "../../records/documents/document-rows.ts";
import type { EventLog } from "../../records/events/event-log.ts";

/**
 * Erases a document completely: its rows, its index entries and its original file.
 * @param onlyIf A condition on the row; if it does not hold, the document stays unchanged.
 */
export type EraseDocument = (orgId: string, id: string, onlyIf?: SQL) => Promise<void>;

/** Creates the function that erases documents. */
export function createErase(deps: {
  readonly indexer: Indexer;
  readonly blobs: BlobStore;
  readonly events: EventLog;
}): EraseDocument {
  const { indexer, blobs, events } = deps;

  return async (orgId, id, onlyIf) => {
    await indexer.ready();
    let deleted: DocumentRow | undefined;
    await indexer.write(
      async (tx, note) => {
        deleted = await deleteDocument(tx, orgId, id, onlyIf);
        if (!deleted) return;
        await note({ kind: "document-gone", orgId, documentId: id });
        const { spaceId, filename } = deleted;
        await events.record(tx, orgId, [
          { type: "document.deleted", spaceId, data: { document: { id, filename } } },
        ]);
      },
      async () => {
        if (deleted) await blobs.delete(deleted.blobKey);
      },
    );
  };
}
