import type { BlobStore } from "@quarry/core";
import type { Indexer } from "../../indexes/delivery/indexer.ts";
import type { Database } from "../../platform/database/database.ts";
import { deleteEventsOfSpace } from "../../records/events/event-rows.ts";
import { deleteQuestionsOfSpace } from "../../records/questions/question-rows.ts";
import { deleteSpace } from "../../records/spaces/space-rows.ts";

/**
 * Erases a space with everything in it: rows, events, logged questions, index entries and original files.
 * @param record Runs at the end of the transaction, to record the event.
 */
export type EraseSpace = (
  orgId: string,
  id: string,
  record?: (tx: Database) => Promise<void>,
) => Promise<void>;

/** Concurrent file deletions. */
const DELETIONS = 32;

/** Creates the function that erases spaces. */
export function createEraseSpace(deps: { readonly indexer: Indexer; readonly blobs: BlobStore }): EraseSpace {
  const { indexer, blobs } = deps;

  return async (orgId, id, record) => {
    let files: string[] = [];
    await indexer.write(
      async (tx, note) => {
        files = await deleteSpace(tx, orgId, id);
        await note({ kind: "space-gone", orgId, spaceId: id });
        await deleteEventsOfSpace(tx, orgId, id);
        await deleteQuestionsOfSpace(tx, orgId, id);
        await record?.(tx);
      },
      async () => {
        for (let start = 0; start < files.length; start += DELETIONS)
          await Promise.all(files.slice(start, start + DELETIONS).map(blobs.delete));
      },
    );
  };
}
