import { QuarryError } from "@quarry/core";
import type { Document } from "@quarry/schema";
import type { TenantScope } from "../platform/access/tenant-scope.ts";
import { awaitPipelined } from "../platform/database/pipelined.ts";
import { isUniqueViolation, postgresCode } from "../platform/log/database-errors.ts";
import { insertPending } from "../records/documents/document-changes.ts";
import { holdRoomInSpace, spaceIsFull } from "../records/documents/document-limit.ts";
import { type DocumentRow, findByFilenames } from "../records/documents/document-rows.ts";
import { filenameTaken } from "../records/documents/filename-taken.ts";
import { documentEvent, toDocument } from "../records/documents/to-document.ts";
import { spaceNotFound } from "../records/spaces/space-not-found.ts";
import type { ProcessingDeps } from "./processing.ts";
import { contentHash, type DocumentInput } from "./receive/document-input.ts";

/** Takes a document in for processing in the background and answers its record, PROCESSING. */
export type UploadDocument = (scope: TenantScope, spaceId: string, input: DocumentInput) => Promise<Document>;

/** Creates the asynchronous write path. `wake` tells the worker that there is work. */
export function createUpload(deps: ProcessingDeps, wake: () => void): UploadDocument {
  const { db, newId, clock, models, events, preparer } = deps;

  return async (scope, spaceId, input) => {
    const { orgId } = scope;
    const taken = await findByFilenames(db, orgId, spaceId, [input.filename]);
    if (taken.size > 0) throw filenameTaken(input.filename);
    const now = new Date(clock.now());
    const row: DocumentRow = {
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
    const { filename, declaredMimeType, file } = input;
    const isBrief = preparer.isBrief({ filename, declaredMimeType, size: file.size });
    try {
      await db.transaction(async (tx) => {
        if ((await holdRoomInSpace(tx, scope, spaceId)) < 1) throw spaceIsFull(scope);
        // Sent together: each answer that is waited for costs a turn of the event loop.
        await awaitPipelined([
          insertPending(tx, row, isBrief),
          events.record(tx, orgId, [documentEvent("document.created", row)]),
        ]);
      });
    } catch (error) {
      const isPurged = postgresCode(error) === "23503";
      // Of any other failure nobody knows whether the document is there.
      if (isUniqueViolation(error) || isPurged || QuarryError.isInstance(error)) input.file.release();
      if (isUniqueViolation(error)) throw filenameTaken(input.filename);
      throw isPurged ? spaceNotFound(spaceId) : error;
    }
    wake();
    return toDocument(row);
  };
}
