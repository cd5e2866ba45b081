import type { BlobStore } from "@quarry/core";
import { and, asc } from "drizzle-orm";
import type { Indexer } from "../../indexes/delivery/indexer.ts";
import { isAnyOf } from "../../platform/database/any-of.ts";
import type { Database } from "../../platform/database/database.ts";
import { limitLockWaits } from "../../platform/database/statement-limits.ts";
import { documents } from "../../platform/database/tables/document-tables.ts";
import { inSpace } from "../../records/documents/document-rows.ts";
import { lockDocuments } from "../../records/documents/lock-documents.ts";
import { deletedEvent } from "../../records/documents/to-document.ts";
import type { EventLog } from "../../records/events/event-log.ts";

/**
 * Erases documents of a space completely, all or none, as `EraseDocument` does one. Missing ones are skipped.
 * @param finish Runs in the transaction, before the events are recorded.
 * @throws Error when several archives have too many files together; nothing is erased then.
 */
export type EraseDocuments = (
  orgId: string,
  spaceId: string,
  ids: readonly string[],
  finish: (tx: Database) => Promise<void>,
) => Promise<void>;

/** Files of the archives that one call erases, unless it erases a single archive. */
const MAX_MEMBERS = 1000;
const BLOBS_AT_ONCE = 100;
/** What is needed of documents that are gone: archives may have very many files. */
const GONE = {
  id: documents.id,
  spaceId: documents.spaceId,
  filename: documents.filename,
  blobKey: documents.blobKey,
};

/** Condition: the document is a file of one of these archives. */
const isMember = (orgId: string, spaceId: string, ids: readonly string[]) =>
  and(inSpace(orgId, spaceId), isAnyOf(documents.partOf, ids));

/** Creates the function that erases several documents in one transaction. */
export function createEraseDocuments(deps: {
  readonly db: Database;
  readonly indexer: Indexer;
  readonly blobs: BlobStore;
  readonly events: EventLog;
}): EraseDocuments {
  const { db, indexer, blobs, events } = deps;

  /** Refuses archives whose files are too many for one transaction. The caller can erase them one by one. */
  async function requireFitting(orgId: string, spaceId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 1) return;
    const members = db
      .select({ id: documents.id })
      .from(documents)
      .where(isMember(orgId, spaceId, ids));
    if ((await db.$count(members.limit(MAX_MEMBERS + 1).as("members"))) > MAX_MEMBERS)
      throw new Error("the archives of a batch have too many files");
  }

  return async (orgId, spaceId, ids, finish) => {
    await indexer.ready();
    await requireFitting(orgId, spaceId, ids);
    let files: string[] = [];
    await indexer.write(
      async (tx, note) => {
        await limitLockWaits(tx);
        // While an archive is locked, it gets no more files.
        await lockDocuments(tx, orgId, ids);
        const members = await tx
          .select(GONE)
          .from(documents)
          .where(isMember(orgId, spaceId, ids))
          .orderBy(asc(documents.id))
          .for("update");
        const deleted = await tx
          .delete(documents)
          .where(and(inSpace(orgId, spaceId), isAnyOf(documents.id, ids)))
          .returning(GONE);
        const gone = [...new Map([...deleted, ...members].map((row) => [row.id, row])).values()];
        files = gone.map(({ blobKey }) => blobKey);
        for (const { id: documentId } of gone) await note({ kind: "document-gone", orgId, documentId });
        await finish(tx);
        await events.record(tx, orgId, gone.map(deletedEvent));
      },
      async () => {
        for (let start = 0; start < files.length; start += BLOBS_AT_ONCE)
          await Promise.all(files.slice(start, start + BLOBS_AT_ONCE).map((key) => blobs.delete(key)));
      },
    );
  };
}
