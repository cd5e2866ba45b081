import type { NoteChange } from "../../indexes/delivery/indexer.ts";
import { loadDocuments } from "../../indexes/records/load-documents.ts";
import type { Database } from "../../platform/database/database.ts";
import { deleteMembers } from "../../records/documents/archive-members.ts";
import { insertPending, updateDocument } from "../../records/documents/document-changes.ts";
import type { DocumentRow } from "../../records/documents/document-rows.ts";
import { deletedEvent, documentEvent } from "../../records/documents/to-document.ts";
import type { IngestDeps } from "../ingest-deps.ts";
import { contentHash, type DocumentInput } from "../receive/document-input.ts";
import { pendingRow } from "../receive/pending-row.ts";
import type { MemberChange, MemberPlan } from "./plan-members.ts";

type MemberDeps = Pick<IngestDeps, "newId" | "clock" | "models" | "preparer" | "events">;

/**
 * Writes the documents of an archive's files: new and changed ones are PROCESSING and get jobs, documents of files
 * that are gone are deleted. Call it in the transaction that writes the archive.
 * @returns The keys of the files that no document has any more.
 */
export async function writeMembers(
  tx: Database,
  note: NoteChange,
  deps: MemberDeps,
  { archive, added, changed, described, gone }: MemberPlan,
): Promise<string[]> {
  const { preparer, events } = deps;
  const { orgId, spaceId, id: partOf } = archive;
  const isBrief = (input: DocumentInput) => preparer.isBrief({ ...input, size: input.file.size });
  const pending = await Promise.all(
    added.map(async (input) => {
      const { row, file } = await pendingRow(deps, orgId, input);
      return { row: { ...row, spaceId, partOf }, file, isBrief: isBrief(input) };
    }),
  );
  await insertPending(tx, pending);
  const updated = await changeAll(tx, changed, (change) => startAgain(deps, change));
  const now = new Date(deps.clock.now());
  const renewed = await changeAll(tx, described, ({ input: { metadata } }) => ({ metadata, updatedAt: now }));
  await deleteMembers(tx, orgId, gone);
  for (const { id: documentId } of [...updated, ...gone])
    await note({ kind: "document-gone", orgId, documentId });
  const found = renewed.filter(({ status }) => status === "COMPLETED");
  if (found.length > 0)
    await note({ kind: "documents", orgId, documents: await loadDocuments(tx, orgId, found) });
  await events.record(tx, orgId, [
    ...pending.map(({ row }) => documentEvent("document.created", row)),
    ...[...updated, ...renewed].map((row) => documentEvent("document.updated", row)),
    ...gone.map(deletedEvent),
  ]);
  return [...changed.map(({ before }) => before), ...gone].map(({ blobKey }) => blobKey);
}

type Change = Parameters<typeof updateDocument>[2];

async function changeAll(
  tx: Database,
  members: readonly MemberChange[],
  changeOf: (member: MemberChange) => Change | Promise<Change>,
): Promise<DocumentRow[]> {
  const rows: DocumentRow[] = [];
  for (const member of members) {
    const change = await changeOf(member);
    const row = await updateDocument(tx, member.before, change, change.updatedAt ?? new Date());
    if (row) rows.push(row);
  }
  return rows;
}

async function startAgain({ clock }: MemberDeps, { input }: MemberChange): Promise<Change> {
  const { metadata, file } = input;
  return {
    ...(await file.claim()),
    ...{ fileSize: file.size, declaredMimeType: null, contentHash: contentHash(input) },
    ...{ metadata, warnings: [], status: "PROCESSING", errorMessage: null },
    updatedAt: new Date(clock.now()),
  };
}
