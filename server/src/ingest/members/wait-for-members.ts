import type { Document } from "@quarry/schema";
import { withMembers } from "../../records/documents/archive-document.ts";
import { findMemberStates, listChangedMembers } from "../../records/documents/archive-members.ts";
import type { IngestDeps } from "../ingest-deps.ts";

/** Files of archives that take longer are still PROCESSING when the call ends. */
const MAX_WAIT_MS = 600_000;
const POLL_MS = 100;

/** Resolves with an archive when queries find its files, and with any other document at once. */
export type WaitForMembers = (document: Document) => Promise<Document>;

/** Creates the function that waits for the files of an archive, which workers process. */
export function createWaitForMembers({
  db,
  indexer,
  wakeWorker,
}: Pick<IngestDeps, "db" | "indexer"> & { readonly wakeWorker: () => void }): WaitForMembers {
  return async (document) => {
    const { orgId, id } = document;
    for (let waitedMs = 0; ; waitedMs += POLL_MS) {
      const states = (await findMemberStates(db, orgId, [document])).get(id);
      if (!states) return document;
      if (states.open === 0) {
        const changed = await listChangedMembers(db, orgId, id, new Date(document.updatedAt));
        if (changed.length > 0) await indexer.settled(orgId, changed);
      }
      if (states.open === 0 || waitedMs >= MAX_WAIT_MS) return withMembers(document, states);
      if (waitedMs === 0) wakeWorker();
      await Bun.sleep(POLL_MS);
    }
  };
}
