import type { QuarryError } from "@quarry/core";
import { idSortedAs } from "@quarry/core/internal";
import { sql } from "drizzle-orm";
import type { RowChange } from "../../ingest/commit/document-write.ts";
import { StaleWrite } from "../../ingest/commit/lock-current.ts";
import type { IngestDeps } from "../../ingest/ingest-deps.ts";
import { type DocumentToIngest, ingestDocuments } from "../../ingest/pipeline.ts";
import { contentHash } from "../../ingest/receive/document-input.ts";
import { insertRows } from "../../platform/database/insert-rows.ts";
import { documents } from "../../platform/database/tables/document-tables.ts";
import type { DocumentRow } from "../../records/documents/document-rows.ts";
import type { SpaceRow } from "../../records/spaces/space-rows.ts";
import type { ArchivedDocument } from "./read-archived-document.ts";

/** A change of the embedding model makes a write stale; the write is tried this often. */
const MAX_TRIES = 5;

interface PreparedArchivedDocument extends DocumentToIngest {
  readonly archived: ArchivedDocument;
}

/**
 * Writes documents from an archive into a space that is not visible yet. COMPLETED ones go through the ingestion
 * pipeline, already prepared; the others are stored to be processed later. Records no events: the space's own event
 * announces them.
 */
export async function writeArchivedDocuments(
  deps: IngestDeps,
  space: SpaceRow,
  archived: readonly ArchivedDocument[],
): Promise<void> {
  const pending = new Set<PreparedArchivedDocument>();
  const unprocessed: ArchivedDocument[] = [];
  for (const document of archived) {
    const { prepared, vectors } = document;
    if (!prepared) unprocessed.push(document);
    else pending.add({ archived: document, source: { prepared, vectors }, chunking: space.chunking });
  }
  if (pending.size > 0) await ingestAll(deps, space, pending);
  const rows = await Promise.all(unprocessed.map((document) => toRow(deps, space, document)));
  await insertRows(deps.db, documents, rows, sql``);
}

/** @param pending The documents to write. Removes each one that has an outcome. */
async function ingestAll(
  deps: IngestDeps,
  space: SpaceRow,
  pending: Set<PreparedArchivedDocument>,
): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      return await ingestDocuments(deps, {
        orgId: space.orgId,
        items: [...pending],
        needsIndexes: false,
        recordsEvents: false,
        withRows: async (items, commit) =>
          commit(await Promise.all(items.map(({ archived }) => toRowChange(deps, space, archived)))),
        async onOutcome(item, outcome) {
          pending.delete(item);
          if (outcome.kind === "rejected") await insertFailed(deps, space, item.archived, outcome.error);
        },
      });
    } catch (error) {
      if (!(error instanceof StaleWrite) || tries >= MAX_TRIES) throw error;
    }
}

async function insertFailed(
  deps: IngestDeps,
  space: SpaceRow,
  archived: ArchivedDocument,
  { message }: QuarryError,
): Promise<void> {
  const row = await toRow(deps, space, archived);
  await insertRows(deps.db, documents, [{ ...row, status: "FAILED" as const, errorMessage: message }], sql``);
}

async function toRowChange(
  deps: IngestDeps,
  space: SpaceRow,
  archived: ArchivedDocument,
): Promise<RowChange> {
  const row = await toRow(deps, space, archived);
  const chunkIds = archived.chunkIds.map((id) => idSortedAs(id, deps.newId("chunk")));
  return { before: undefined, row: { ...row, generation: 1 }, chunkIds };
}

async function toRow(
  { newId, models }: IngestDeps,
  { orgId, id: spaceId }: SpaceRow,
  { record, file }: ArchivedDocument,
): Promise<DocumentRow> {
  const { filename, mimeType, declaredMimeType, title, status, errorMessage, metadata } = record;
  return {
    ...{ id: newId("document"), orgId, spaceId },
    ...{ filename, mimeType, declaredMimeType, title, metadata },
    // Set at the end of the import, when its archive is there.
    partOf: null,
    fileSize: file.size,
    ...(await file.claim()),
    contentHash: contentHash({ filename, file, declaredMimeType: declaredMimeType ?? undefined, metadata }),
    status: status === "FAILED" ? "FAILED" : "PROCESSING",
    errorMessage,
    embeddingModel: models.current().writing,
    indexingType: "text",
    ...{ generation: 0, chunkCount: 0, chunking: null, progress: null, warnings: [], expiryToldAt: null },
    ...{ openAiFileId: null, openAiBatchId: null },
    createdAt: new Date(record.createdAt),
    updatedAt: new Date(record.updatedAt),
  };
}
