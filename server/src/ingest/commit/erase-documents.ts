import type { BlobStore } from "@quarry/core";
import { and, asc } from "drizzle-orm";
import type { Indexer } from "../../indexes/delivery/indexer.ts";
import { isAnyOf } from "../../platform/database/any-of.ts";
import type { Database } from "../../platform/database/database.ts";
import { documents } from "../../platform/database/tables/document-tables.ts";
import { inSpace } from "../../records/documents/document-rows.ts";
import { lockDocuments } from "../../records/documents/lock-documents.ts";
import { deletedEvent } from "../../records/documents/to-document.ts";
import type { EventLog } from "../../records/events/event-log.ts";

/**
 * Erases documents of a space completely, all or none, as `EraseDocument` does one. Missing ones are skipped.
 * @param finish Runs in the transaction, before the events are recorded.
 */
export type EraseDocuments = (
  orgId: string,
  spaceId: string,
  ids: readonly string[],
  finish: (tx: Database) => Promise<void>,
) => Promise<void>;

/** Creates the function that erases several documents in one transaction. */
export function createEraseDocuments(deps: {
  readonly indexer: Indexer;
  readonly blobs: BlobStore;
  readonly events: EventLog;
}): EraseDocuments {
  const { indexer, blobs, events } = deps;

  return async (orgId, spaceId, ids, finish) => {
    await indexer.ready();
    let files: string[] = [];
    await indexer.write(
      async (tx, note) => {
        // While an archive is locked, it gets no more files.
        await lockDocuments(tx, orgId, ids);
        const members = await tx
          .select()
          .from(documents)
          .where(and(inSpace(orgId, spaceId), isAnyOf(documents.partOf, ids)))
          .orderBy(asc(documents.id))
          .for("update");
        const deleted = await tx
          .delete(documents)
          .where(and(inSpace(orgId, spaceId), isAnyOf(documents.id, ids)))
          .returning();
        const gone = [...new Map([...deleted, ...members].map((row) => [row.id, row])).values()];
        files = gone.map(({ blobKey }) => blobKey);
        for (const { id: documentId } of gone) await note({ kind: "document-gone", orgId, documentId });
        await finish(tx);
        await events.record(tx, orgId, gone.map(deletedEvent));
      },
      async () => {
        await Promise.all(files.map((key) => blobs.delete(key)));
      },
    );
  };
}
