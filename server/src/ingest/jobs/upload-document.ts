import { QuarryError } from "@quarry/core";
import type { Document } from "@quarry/schema";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import { awaitPipelined } from "../../platform/database/pipelined.ts";
import { isUniqueViolation, postgresCode } from "../../platform/log/database-errors.ts";
import { insertPending } from "../../records/documents/document-changes.ts";
import { holdRoomInSpace, spaceIsFull } from "../../records/documents/document-limit.ts";
import { type DocumentRow, findByFilenames } from "../../records/documents/document-rows.ts";
import { filenameTaken } from "../../records/documents/filename-taken.ts";
import { documentEvent, toDocument } from "../../records/documents/to-document.ts";
import { spaceNotFound } from "../../records/spaces/space-not-found.ts";
import type { IngestDeps } from "../ingest-deps.ts";
import { contentHash, type DocumentInput } from "../receive/document-input.ts";

/** Stores a document with a job that processes it in the background. Returns the document, which is PROCESSING. */
export type UploadDocument = (scope: TenantScope, spaceId: string, input: DocumentInput) => Promise<Document>;

const FOREIGN_KEY_VIOLATION = "23503";

/** Creates the asynchronous write path. `wake` notifies the worker of new jobs. */
export function createUpload(deps: IngestDeps, wake: () => void): UploadDocument {
  const { db, events, preparer } = deps;

  return async (scope, spaceId, input) => {
    const { orgId } = scope;
    const { filename, declaredMimeType, file } = input;
    const taken = await findByFilenames(db, orgId, spaceId, [filename]);
    if (taken.size > 0) throw filenameTaken(filename);
    const row = await pendingRow(deps, orgId, spaceId, input);
    const isBrief = preparer.isBrief({ filename, declaredMimeType, size: file.size });
    try {
      await db.transaction(async (tx) => {
        if ((await holdRoomInSpace(tx, scope, spaceId)) < 1) throw spaceIsFull(scope);
        // Sent together, because each awaited answer costs a turn of the event loop.
        await awaitPipelined([
          insertPending(tx, row, isBrief),
          events.record(tx, orgId, [documentEvent("document.created", row)]),
        ]);
      });
    } catch (error) {
      const isPurged = postgresCode(error) === FOREIGN_KEY_VIOLATION;
      // After any other error the commit may have succeeded, so the file is kept.
      if (isUniqueViolation(error) || isPurged || QuarryError.isInstance(error)) file.release();
      if (isUniqueViolation(error)) throw filenameTaken(filename);
      throw isPurged ? spaceNotFound(spaceId) : error;
    }
    wake();
    return toDocument(row);
  };
}

async function pendingRow(
  { newId, clock, models }: IngestDeps,
  orgId: string,
  spaceId: string,
  input: DocumentInput,
): Promise<DocumentRow> {
  const now = new Date(clock.now());
  return {
    id: newId("document"),
    orgId,
    spaceId,
    filename: input.filename,
    mimeType: input.declaredMimeType ?? "application/octet-stream",
    declaredMimeType: input.declaredMimeType ?? null,
    fileSize: input.file.size,
    ...(await input.file.claim()),
    contentHash: contentHash(input),
    title: null,
    status: "PROCESSING",
    errorMessage: null,
    embeddingModel: models.current().writing,
    indexingType: "text",
    generation: 0,
    chunkCount: 0,
    chunking: null,
    progress: null,
    warnings: [],
    metadata: input.metadata,
    createdAt: now,
    updatedAt: now,
    expiryToldAt: null,
  };
}
