import { type Clock, QuarryError } from "@quarry/core";
import type { KeyedMutex } from "@quarry/core/internal";
import type { Document, DocumentStatus, UpdateDocumentBody } from "@quarry/schema";
import type { Indexer } from "../../indexes/delivery/indexer.ts";
import { loadDocuments } from "../../indexes/records/load-documents.ts";
import { documentKey, withDocumentsLocked } from "../../ingest/commit/document-lock.ts";
import type { EraseDocument } from "../../ingest/commit/erase-document.ts";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { isUniqueViolation } from "../../platform/log/database-errors.ts";
import { updateDocument } from "../../records/documents/document-changes.ts";
import type { DocumentRow } from "../../records/documents/document-rows.ts";
import { filenameTaken } from "../../records/documents/filename-taken.ts";
import { documentNotFound, requireDocument } from "../../records/documents/require-document.ts";
import { documentEvent, toDocument } from "../../records/documents/to-document.ts";
import type { EventLog } from "../../records/events/event-log.ts";
import type { NewEvent } from "../../records/events/event-rows.ts";

/** Changes existing documents. A space is named by id or slug; an archived space is not found. */
export interface DocumentUpdates {
  update(scope: TenantScope, space: string, id: string, change: DocumentChange): Promise<Document>;
  /**
   * Processes a FAILED document again.
   * @throws QuarryError `conflict` if the document is not FAILED.
   */
  retry(scope: TenantScope, space: string | undefined, id: string): Promise<Document>;
  delete(scope: TenantScope, space: string | undefined, id: string): Promise<void>;
}

/** The fields that a PATCH can change. */
export type DocumentChange = Omit<UpdateDocumentBody, "spaceId">;

/** The dependencies of the changing half of the document service. */
export interface DocumentUpdateDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly indexer: Indexer;
  readonly mutex: KeyedMutex;
  readonly events: EventLog;
  readonly erase: EraseDocument;
  /** How long a job waits after a caller sets a document to PENDING or PROCESSING, in milliseconds. */
  readonly statusHoldMs: number;
  readonly wakeWorker: () => void;
}

/** Creates the changing half of the document service. */
export function createDocumentUpdates(deps: DocumentUpdateDeps): DocumentUpdates {
  const { db, mutex, erase, wakeWorker } = deps;

  async function withLocked<Result>(
    scope: TenantScope,
    space: string | undefined,
    id: string,
    newFilename: string | undefined,
    task: (row: DocumentRow) => Promise<Result>,
  ): Promise<Result> {
    const { spaceId } = await requireDocument(db, scope, space, id);
    const newNames = newFilename === undefined ? [] : [documentKey(spaceId, newFilename)];
    const current = async () => [await requireDocument(db, scope, spaceId, id)];
    return withDocumentsLocked(mutex, current, newNames, ([row]) => task(row as DocumentRow));
  }

  return {
    update: (scope, space, id, change) =>
      withLocked(scope, space, id, change.filename, (before) => applyChange(deps, before, change)),

    retry: (scope, space, id) =>
      withLocked(scope, space, id, undefined, async (before) => {
        const document = await processAgain(deps, before);
        wakeWorker();
        return document;
      }),

    delete: (scope, space, id) => withLocked(scope, space, id, undefined, () => erase(scope.orgId, id)),
  };
}

async function applyChange(
  { clock, indexer, events, statusHoldMs }: DocumentUpdateDeps,
  before: DocumentRow,
  change: DocumentChange,
): Promise<Document> {
  const fields = changedFields(before, change);
  if (Object.keys(fields).length === 0) return toDocument(before);
  const { id, orgId } = before;
  await indexer.ready();
  const now = clock.now();
  const updated = { ...fields, updatedAt: new Date(now) };
  const row = await indexer
    .write(async (tx, note) => {
      const row = await updateDocument(tx, before, updated, new Date(now + statusHoldMs));
      if (row?.status === "COMPLETED")
        await note({ kind: "documents", orgId, documents: await loadDocuments(tx, orgId, [row]) });
      else await note({ kind: "document-gone", orgId, documentId: id });
      if (row) await events.record(tx, orgId, changeEvents(before, row));
      return row;
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? filenameTaken(fields.filename ?? "") : error;
    });
  if (!row) throw documentNotFound(id);
  return toDocument(row);
}

async function processAgain(
  { db, clock, events }: DocumentUpdateDeps,
  before: DocumentRow,
): Promise<Document> {
  if (before.status !== "FAILED")
    throw new QuarryError("conflict", `Only a FAILED document can be retried; this one is ${before.status}.`);
  const { id, orgId } = before;
  const now = new Date(clock.now());
  const change = { status: "PROCESSING", errorMessage: null, updatedAt: now } as const;
  return db.transaction(async (tx) => {
    const row = await updateDocument(tx, before, change, now);
    if (!row) throw documentNotFound(id);
    await events.record(tx, orgId, changeEvents(before, row));
    return toDocument(row);
  });
}

/** A status change to COMPLETED or FAILED also records the event of that status. */
function changeEvents(before: DocumentRow, row: DocumentRow): NewEvent[] {
  const isEnded = row.status !== before.status && (row.status === "COMPLETED" || row.status === "FAILED");
  const updated = documentEvent("document.updated", row);
  if (!isEnded) return [updated];
  return [updated, documentEvent(row.status === "FAILED" ? "document.failed" : "document.completed", row)];
}

/**
 * The columns that a PATCH changes.
 * @throws QuarryError `conflict` if an unprocessed document is set to COMPLETED, because it has no chunks to search.
 */
function changedFields(row: DocumentRow, { filename, status, errorMessage, metadata }: DocumentChange) {
  const newStatus = status?.toUpperCase() as DocumentStatus | undefined;
  if (newStatus === "COMPLETED" && row.generation === 0)
    throw new QuarryError(
      "conflict",
      "This document has not been processed yet, so it cannot be set to COMPLETED. Wait until it is processed, or send it again with PUT /api/documents.",
    );
  // A document that becomes COMPLETED loses the message of its earlier failure.
  const message = errorMessage === undefined && newStatus === "COMPLETED" ? null : errorMessage;
  return {
    ...(filename === undefined ? {} : { filename }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(newStatus === undefined ? {} : { status: newStatus }),
    ...(message === undefined ? {} : { errorMessage: message }),
  };
}
