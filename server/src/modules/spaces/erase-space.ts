import type { BlobStore } from "@quarry/core";
import type { Indexer } from "../../indexes/delivery/indexer.ts";
import type { Database } from "../../platform/database/database.ts";
import { deleteEventsOfSpace } from "../../records/events/event-rows.ts";
import { deleteSpace } from "../../records/spaces/space-rows.ts";

/**
 * Erases a space with all that belongs to it: rows, events, what the indexes hold, the original files.
 * @param tell Says so in the transaction, as the last thing.
 */
export type EraseSpace = (orgId: string, id: string, tell?: (tx: Database) => Promise<void>) => Promise<void>;

/** Files deleted at a time. */
const DELETIONS = 32;

/** Creates the one way in which spaces go. */
export function createEraseSpace(deps: { readonly indexer: Indexer; readonly blobs: BlobStore }): EraseSpace {
  const { indexer, blobs } = deps;

  return async (orgId, id, tell) => {
    let files: string[] = [];
    await indexer.write(
      async (tx, note) => {
        files = await deleteSpace(tx, orgId, id);
        await note({ kind: "space-gone", orgId, spaceId: id });
        await deleteEventsOfSpace(tx, orgId, id);
        await tell?.(tx);
      },
      async () => {
        for (let start = 0; start < files.length; start += DELETIONS)
          await Promise.all(files.slice(start, start + DELETIONS).map(blobs.delete));
      },
    );
  };
}
