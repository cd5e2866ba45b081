import { QuarryError } from "@quarry/core";
import type { Chunking } from "@quarry/schema";
import type { Database } from "../../platform/database/database.ts";
import { type DocumentRow, findDocuments } from "../../records/documents/document-rows.ts";
import { findChunking } from "../../records/spaces/space-chunking.ts";
import { withDocumentsLocked } from "../commit/document-lock.ts";
import type { RowChange } from "../commit/document-write.ts";
import { StaleWrite } from "../commit/lock-current.ts";
import type { IngestDeps } from "../ingest-deps.ts";
import { type DocumentToIngest, type IngestProgress, ingestDocuments } from "../pipeline.ts";
import type { Claim } from "./job-queries.ts";

/** A document of a claim that cannot be processed, and why. */
export interface RejectedDocument {
  readonly row: DocumentRow;
  readonly error: QuarryError;
}

interface ClaimedDocument extends DocumentToIngest {
  readonly row: DocumentRow;
}

/**
 * Sends the documents of a claim through the pipeline. Returns the rejected ones, which still have to be settled.
 * @throws StaleWrite when a document was changed or deleted during the work.
 */
export async function processClaim(
  deps: IngestDeps,
  claim: Claim,
  progress: IngestProgress,
): Promise<RejectedDocument[]> {
  const { db, clock, mutex } = deps;
  const { orgId, documents, leaseToken } = claim;
  const chunkings = await findChunkings(db, documents);
  const rejected: RejectedDocument[] = [];
  await ingestDocuments<ClaimedDocument>(deps, {
    orgId,
    items: documents.map((row) => ({
      row,
      chunking: chunkings.get(row.spaceId) ?? null,
      source: { file: fileOf(deps, row), unpacks: row.partOf === null },
    })),
    progress,
    needsIndexes: false,
    recordsEvents: true,
    // Filenames and metadata may have changed while the files were being read, so the rows are read again.
    withRows: (items, commit) =>
      withDocumentsLocked(
        mutex,
        currentRows(
          db,
          orgId,
          items.map(({ row }) => row),
        ),
        [],
        (rows) => {
          const updatedAt = new Date(clock.now());
          return commit(
            rows.map((before): RowChange => {
              const row = { ...before, generation: before.generation + 1, updatedAt };
              return { before, row, leaseToken };
            }),
          );
        },
      ),
    onOutcome({ row }, outcome) {
      if (outcome.kind === "rejected") rejected.push({ row, error: outcome.error });
    },
  });
  return rejected;
}

function fileOf({ blobs, recentFiles }: IngestDeps, row: DocumentRow) {
  return {
    filename: row.filename,
    declaredMimeType: row.declaredMimeType ?? undefined,
    size: row.fileSize,
    async open() {
      const kept = recentFiles.take(row.blobKey);
      if (kept) return wholeFile(kept);
      const blob = await blobs.get(row.blobKey);
      if (!blob)
        throw new QuarryError("invalid_request", "The original file no longer exists. Upload it again.");
      return blob.bytes;
    },
  };
}

async function* wholeFile(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Reads the chunking of the spaces of some documents, by space id. */
async function findChunkings(
  db: Database,
  rows: readonly DocumentRow[],
): Promise<Map<string, Chunking | null>> {
  const found = new Map<string, Chunking | null>();
  for (const { orgId, spaceId } of rows)
    if (!found.has(spaceId)) found.set(spaceId, await findChunking(db, orgId, spaceId));
  return found;
}

/** Returns the claimed rows at the first call, whose names are what the caller locks first; then reads the current rows. */
function currentRows(
  db: Database,
  orgId: string,
  claimed: readonly DocumentRow[],
): () => Promise<readonly DocumentRow[]> {
  let isFirst = true;
  return async () => {
    if (!isFirst) return findCurrent(db, orgId, claimed);
    isFirst = false;
    return claimed;
  };
}

/**
 * Reads the current rows of claimed documents. Their names and metadata may have changed since the claim.
 * @throws StaleWrite when a document is gone or has another file, which another job processes.
 */
export async function findCurrent(
  db: Database,
  orgId: string,
  claimed: readonly DocumentRow[],
): Promise<DocumentRow[]> {
  const found = await findDocuments(
    db,
    orgId,
    claimed.map(({ id }) => id),
  );
  return claimed.map(({ id, contentHash }) => {
    const current = found.get(id);
    if (current?.contentHash !== contentHash) throw new StaleWrite(`document ${id} changed`);
    return current;
  });
}
