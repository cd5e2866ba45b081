import type { BlobStore } from "@quarry/core";
import type { SQL } from "drizzle-orm";
import type { Indexer } from "../../indexes/delivery/indexer.ts";
import { lockMembers } from "../../records/documents/archive-members.ts";
import { deleteDocument } from "../../records/documents/document-changes.ts";
import type { DocumentRow } from "../../records/documents/document-rows.ts";
import { lockDocuments } from "../../records/documents/lock-documents.ts";
import { deletedEvent } from "../../records/documents/to-document.ts";
import type { EventLog } from "../../records/events/event-log.ts";

/**
 * Erases a document completely: its rows, its index entries and its original file; with an archive, the documents of
 * its files.
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
    let deleted: DocumentRow[] = [];
    await indexer.write(
      async (tx, note) => {
        // While the archive is locked, it gets no more files.
        await lockDocuments(tx, orgId, [id]);
        const members = await lockMembers(tx, orgId, id);
        const row = await deleteDocument(tx, orgId, id, onlyIf);
        deleted = row ? [row, ...members] : [];
        for (const { id: documentId } of deleted) await note({ kind: "document-gone", orgId, documentId });
        await events.record(tx, orgId, deleted.map(deletedEvent));
      },
      async () => {
        await Promise.all(deleted.map(({ blobKey }) => blobs.delete(blobKey)));
      },
    );
  };
}
