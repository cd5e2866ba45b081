import { isDeepStrictEqual } from "node:util";
import type { QuarryError } from "@quarry/core";
import type { UpsertResponse } from "@quarry/schema";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import { findMemberStates } from "../../records/documents/archive-members.ts";
import { holdRoomInSpace, roomInSpace, spaceIsFull } from "../../records/documents/document-limit.ts";
import { type DocumentRow, findByFilenames } from "../../records/documents/document-rows.ts";
import { toDocument } from "../../records/documents/to-document.ts";
import { findChunking } from "../../records/spaces/space-chunking.ts";
import type { RowChange } from "../commit/document-write.ts";
import type { IngestDeps } from "../ingest-deps.ts";
import { type DocumentToIngest, ingestDocuments } from "../pipeline.ts";
import { contentHash, type DocumentInput } from "../receive/document-input.ts";

/** The result for one document of an upsert. */
export type UpsertOutcome = UpsertResponse | QuarryError;

/** A document of an upsert, and its outcome once there is one. */
export interface UpsertEntry {
  readonly input: DocumentInput;
  outcome?: UpsertOutcome;
  /** True after the document was committed. A retry skips it. */
  isWritten: boolean;
}

/** A document that has to be written. */
interface Plan extends DocumentToIngest {
  readonly entry: UpsertEntry;
  readonly hash: string;
  readonly before: DocumentRow | undefined;
}

/**
 * Writes the entries that differ from the stored documents, and sets the outcomes of all. The filenames are distinct and
 * locked.
 * @throws StaleWrite when another process changed a document or a setting at the same time.
 * @throws QuarryError when the embedder or the vector store is away, or the embedder refuses every document.
 */
export async function attemptUpsert(
  deps: IngestDeps,
  scope: TenantScope,
  spaceId: string,
  entries: readonly UpsertEntry[],
): Promise<void> {
  const { db, indexer } = deps;
  const { orgId } = scope;
  const filenames = entries.map(({ input }) => input.filename);
  const existing = await findByFilenames(db, orgId, spaceId, filenames);
  const memberStates = await findMemberStates(db, orgId, [...existing.values()]);
  // Files of an archive that failed are tried again.
  const isToMend = ({ id }: DocumentRow) => (memberStates.get(id)?.failed ?? 0) > 0;
  const chunking = await findChunking(db, orgId, spaceId);
  const room = existing.size < filenames.length ? await roomInSpace(db, scope, spaceId) : 0;
  const plans: Plan[] = [];
  const unchanged: string[] = [];
  for (const entry of entries) {
    const hash = contentHash(entry.input);
    const before = existing.get(entry.input.filename);
    if (before && !isToMend(before) && isUnchanged(before, hash, entry.input)) {
      unchanged.push(before.id);
      const document = toDocument(before);
      entry.outcome = { document, created: false, chunksReused: before.chunkCount, chunksEmbedded: 0 };
    } else
      plans.push({ entry, hash, before, chunking, source: { file: fileOf(entry.input), unpacks: true } });
  }
  // An earlier call may have failed after its commit because the vector store was away.
  if (unchanged.length > 0) await indexer.confirm(orgId, unchanged);
  await ingestPlans(deps, scope, spaceId, plans, room);
}

/** @param room How many new documents the space has room for. */
async function ingestPlans(
  deps: IngestDeps,
  scope: TenantScope,
  spaceId: string,
  plans: readonly Plan[],
  room: number,
): Promise<void> {
  const { orgId } = scope;
  let roomLeft = room;
  let written = 0;
  const refused: QuarryError[] = [];
  await ingestDocuments(deps, {
    orgId,
    items: plans,
    needsIndexes: true,
    recordsEvents: true,
    admit({ before }) {
      if (before) return undefined;
      if (roomLeft < 1) return spaceIsFull(scope);
      roomLeft -= 1;
      return undefined;
    },
    withRows: async (items, commit) =>
      commit(await Promise.all(items.map((plan) => toRowChange(deps, scope, spaceId, plan)))),
    holdRoom: (tx) => holdRoomInSpace(tx, scope, spaceId),
    onOutcome({ entry, before }, outcome) {
      if (outcome.kind === "rejected") {
        entry.outcome = outcome.error;
        if (outcome.stage === "prepare" && !before) roomLeft += 1;
        if (outcome.stage === "write") refused.push(outcome.error);
        return;
      }
      written += 1;
      const { row, chunksReused, chunksEmbedded } = outcome;
      entry.isWritten = true;
      entry.outcome = { document: toDocument(row), created: !before, chunksReused, chunksEmbedded };
    },
  });
  // If the embedder refuses every document, the cause is not in the texts. The call fails and can be repeated.
  if (written === 0 && refused.length > 1) throw refused[0];
}

async function toRowChange(
  { newId, clock }: IngestDeps,
  { orgId }: TenantScope,
  spaceId: string,
  { entry: { input }, hash, before }: Plan,
): Promise<RowChange> {
  const now = new Date(clock.now());
  const { location, file } = await input.file.claimWithRow();
  return {
    before,
    file,
    row: {
      id: before?.id ?? newId("document"),
      orgId,
      spaceId,
      filename: input.filename,
      // A file of an archive that a caller replaces is the caller's own.
      partOf: null,
      declaredMimeType: input.declaredMimeType ?? null,
      fileSize: input.file.size,
      ...location,
      contentHash: hash,
      generation: (before?.generation ?? 0) + 1,
      metadata: input.metadata,
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
      expiryToldAt: before?.expiryToldAt ?? null,
      openAiFileId: before?.openAiFileId ?? null,
      openAiBatchId: before?.openAiBatchId ?? null,
    },
  };
}

/**
 * Compares content and metadata, but not the embedding model: documents with an outdated model are re-embedded in the
 * background.
 */
function isUnchanged(row: DocumentRow, hash: string, input: DocumentInput): boolean {
  return (
    row.status === "COMPLETED" &&
    row.contentHash === hash &&
    // Serialized as the database stores it, where -0 is 0.
    isDeepStrictEqual(row.metadata, JSON.parse(JSON.stringify(input.metadata)))
  );
}

function fileOf({ filename, declaredMimeType, file: { size, open } }: DocumentInput) {
  return { filename, declaredMimeType, size, open };
}
