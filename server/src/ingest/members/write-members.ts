import type { NoteChange } from "../../indexes/delivery/indexer.ts";
import type { Database } from "../../platform/database/database.ts";
import { deleteMembers } from "../../records/documents/archive-members.ts";
import { insertPending, updateDocument } from "../../records/documents/document-changes.ts";
import type { DocumentRow } from "../../records/documents/document-rows.ts";
import { deletedEvent, documentEvent } from "../../records/documents/to-document.ts";
import type { IngestDeps } from "../ingest-deps.ts";
import { contentHash, type DocumentInput } from "../receive/document-input.ts";
import { pendingRow } from "../receive/pending-row.ts";
import type { MemberPlan } from "./plan-members.ts";

type MemberDeps = Pick<IngestDeps, "newId" | "clock" | "models" | "preparer" | "events">;

/**
 * Writes the documents of an archive's files: new and changed ones are PROCESSING and get jobs, those of files that are
 * gone are deleted. Call it in the transaction that writes the archive.
 * @returns The keys of the files that no document has any more.
 */
export async function writeMembers(
  tx: Database,
  note: NoteChange,
  deps: MemberDeps,
  { archive, added, changed, gone }: MemberPlan,
): Promise<string[]> {
  const { preparer, events } = deps;
  const { orgId, spaceId, id: partOf } = archive;
  const isBrief = (input: DocumentInput) => preparer.isBrief({ ...input, size: input.file.size });
  const pending = await Promise.all(
    added.map(async (input) => ({
      row: { ...(await pendingRow(deps, orgId, input)), spaceId, partOf },
      isBrief: isBrief(input),
    })),
  );
  await insertPending(tx, pending);
  const updated: DocumentRow[] = [];
  for (const { before, input } of changed) {
    const row = await startAgain(tx, deps, before, input);
    if (row) updated.push(row);
  }
  await deleteMembers(tx, orgId, gone);
  for (const { id: documentId } of [...updated, ...gone])
    await note({ kind: "document-gone", orgId, documentId });
  await events.record(tx, orgId, [
    ...pending.map(({ row }) => documentEvent("document.created", row)),
    ...updated.map((row) => documentEvent("document.updated", row)),
    ...gone.map(deletedEvent),
  ]);
  return [...changed.map(({ before }) => before), ...gone].map(({ blobKey }) => blobKey);
}

async function startAgain(
  tx: Database,
  { clock }: MemberDeps,
  before: DocumentRow,
  input: DocumentInput,
): Promise<DocumentRow | undefined> {
  const now = new Date(clock.now());
  const { metadata, file } = input;
  const change = {
    ...(await file.claim()),
    ...{ fileSize: file.size, declaredMimeType: null, contentHash: contentHash(input) },
    ...{ metadata, warnings: [], status: "PROCESSING" as const, errorMessage: null, updatedAt: now },
  };
  return updateDocument(tx, before, change, now);
}
