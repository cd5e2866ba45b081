import type { BlobStore } from "@quarry/core";
import type { SQL } from "drizzle-orm";
import type { Indexer } from "../indexes/delivery/indexer.ts";
import { deleteDocument } from "../records/documents/document-changes.ts";
import type { DocumentRow } from "../records/documents/document-rows.ts";
import type { EventLog } from "../records/events/event-log.ts";

/**
 * Erases a document with all that belongs to it: rows, what the indexes hold, the original file.
 * @param onlyWhile What must still be true of it then; otherwise it stays as it is.
 */
export type EraseDocument = (orgId: string, id: string, onlyWhile?: SQL) => Promise<void>;

/** Creates the one way in which documents go. */
export function createErase(deps: {
  readonly indexer: Indexer;
  readonly blobs: BlobStore;
  readonly events: EventLog;
}): EraseDocument {
  const { indexer, blobs, events } = deps;

  return async (orgId, id, onlyWhile) => {
    await indexer.ready();
    let deleted: DocumentRow | undefined;
    await indexer.write(
      async (tx, note) => {
        deleted = await deleteDocument(tx, orgId, id, onlyWhile);
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
