import { type ByteRange, QuarryError } from "@quarry/core";
import type { NewId } from "@quarry/core/internal";
import type {
  Document,
  DocumentChunk,
  DocumentStatus,
  DocumentWithContent,
  Metadata,
  OutlineHeading,
  PageOf,
  UpdateDocumentBody,
} from "@quarry/schema";
import { loadDocuments } from "../../indexes/records/load-documents.ts";
import { withDocumentsLocked } from "../../ingest/commit/document-lock.ts";
import type { EraseDocument } from "../../ingest/erase.ts";
import { documentKey, type ProcessingDeps } from "../../ingest/processing.ts";
import type { DocumentInput } from "../../ingest/receive/document-input.ts";
import { type ReceivedFile, receiveFile } from "../../ingest/receive/received-file.ts";
import { createUpload } from "../../ingest/upload.ts";
import { createUpsert, type UpsertOutcome } from "../../ingest/upsert.ts";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import { isUniqueViolation } from "../../platform/log/database-errors.ts";
import { type PageRequest, toPage } from "../../platform/paging.ts";
import { listChunks } from "../../records/documents/chunk-rows.ts";
import { updateDocument } from "../../records/documents/document-changes.ts";
import { listCompleted, listDocuments } from "../../records/documents/document-lists.ts";
import type { DocumentRow } from "../../records/documents/document-rows.ts";
import {
  findByFilenames,
  findDocument,
  findDocumentAnywhere,
} from "../../records/documents/document-rows.ts";
import { filenameTaken } from "../../records/documents/filename-taken.ts";
import type { TextPart } from "../../records/documents/text-part.ts";
import { findOutline, findText, findTextPart } from "../../records/documents/text-rows.ts";
import { documentEvent, toDocument, toDocumentChunk } from "../../records/documents/to-document.ts";
import type { NewEvent } from "../../records/events/event-rows.ts";
import { requireActiveSpace } from "../../records/spaces/active-space.ts";
import { toOutlineTree } from "./to-outline-tree.ts";

/** Reads and writes documents. A space is named by id or slug; an archived one is not found. */
export interface DocumentService {
  /** Takes in a file for `upload` or `upsert`; whoever did so discards it in the end. */
  receive(orgId: string, sent: Uint8Array | AsyncIterable<Uint8Array>): Promise<ReceivedFile>;
  upload(scope: TenantScope, space: string, input: DocumentInput): Promise<Document>;
  upsert(scope: TenantScope, space: string, inputs: readonly DocumentInput[]): Promise<UpsertOutcome[]>;
  get(scope: TenantScope, space: string | undefined, id: string): Promise<Document>;
  getByFilename(scope: TenantScope, space: string, filename: string): Promise<DocumentWithContent>;
  /** A document with its extracted text, which is empty while it has none. */
  getWithTextPart(
    scope: TenantScope,
    space: string | undefined,
    id: string,
    wanted: { readonly offset: number; readonly maxChars: number },
  ): Promise<{ readonly document: Document; readonly part: TextPart }>;
  /** The COMPLETED documents of all the scope's spaces, the newest first, from the one after `beforeId` on. */
  listReadable(scope: TenantScope, beforeId: string | undefined, limit: number): Promise<Document[]>;
  list(
    scope: TenantScope,
    space: string,
    wanted: { status: DocumentStatus | undefined; metadata: Metadata | undefined },
    page: PageRequest,
  ): Promise<PageOf<Document>>;
  update(scope: TenantScope, space: string, id: string, change: DocumentChange): Promise<Document>;
  /** Processes a document once more that has FAILED. */
  retry(scope: TenantScope, space: string | undefined, id: string): Promise<Document>;
  outline(scope: TenantScope, space: string | undefined, id: string): Promise<OutlineHeading[]>;
  chunks(
    scope: TenantScope,
    space: string | undefined,
    id: string,
    page: PageRequest,
  ): Promise<PageOf<DocumentChunk>>;
  delete(scope: TenantScope, space: string | undefined, id: string): Promise<void>;
  /** The original bytes, in pieces. */
  file(scope: TenantScope, space: string | undefined, id: string): Promise<OriginalFile>;
}

/** Changes older than this have reached the indexes, or the store is away. */
const NEWLY_CHANGED_MS = 60_000;

/** What a PATCH can change. */
export type DocumentChange = Omit<UpdateDocumentBody, "spaceId">;

/** A document's original bytes. */
export interface OriginalFile {
  readonly filename: string;
  readonly mimeType: string;
  readonly size: number;
  readonly contentHash: string;
  /** The bytes, or those of a range that lies within them. */
  read(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

/** Creates the service of documents. */
export function createDocumentService(
  deps: ProcessingDeps & {
    readonly newId: NewId;
    readonly erase: EraseDocument;
    readonly statusHoldMs: number;
    readonly wakeWorker: () => void;
  },
): DocumentService {
  const { db, clock, blobs, indexer, mutex, events, erase, statusHoldMs } = deps;
  const upload = createUpload(deps, deps.wakeWorker);
  const upsert = createUpsert(deps);

  async function find(scope: TenantScope, space: string | undefined, id: string): Promise<DocumentRow> {
    const row =
      space === undefined
        ? await findDocumentAnywhere(db, scope, id)
        : await findDocument(db, scope.orgId, (await requireActiveSpace(db, scope, space)).id, id);
    if (!row) throw documentNotFound(id);
    return row;
  }

  async function withLocked<Result>(
    scope: TenantScope,
    space: string | undefined,
    id: string,
    newFilename: string | undefined,
    task: (row: DocumentRow) => Promise<Result>,
  ): Promise<Result> {
    const { spaceId } = await find(scope, space, id);
    const newNames = newFilename === undefined ? [] : [documentKey(spaceId, newFilename)];
    const current = async () => [await find(scope, spaceId, id)];
    return withDocumentsLocked(mutex, current, newNames, ([row]) => task(row as DocumentRow));
  }

  return {
    receive: (orgId, sent) => receiveFile(blobs, orgId, sent),

    async upload(scope, space, input) {
      const { id } = await requireActiveSpace(db, scope, space);
      return upload(scope, id, input);
    },

    async upsert(scope, space, inputs) {
      const { id } = await requireActiveSpace(db, scope, space);
      return upsert(scope, id, inputs);
    },

    async get(scope, space, id) {
      const row = await find(scope, space, id);
      // Who waits for a document asks until it is COMPLETED, and then looks for it.
      const isNew = clock.now() - row.updatedAt.getTime() < NEWLY_CHANGED_MS;
      if (row.status === "COMPLETED" && isNew) await indexer.settled(row.orgId, row.id);
      return toDocument(row);
    },

    async getByFilename(scope, space, filename) {
      const { id: spaceId } = await requireActiveSpace(db, scope, space);
      const row = (await findByFilenames(db, scope.orgId, spaceId, [filename])).get(filename);
      if (!row)
        throw new QuarryError("not_found", `The space holds no document named ${JSON.stringify(filename)}.`);
      const { id, status, metadata, mimeType, fileSize, createdAt, updatedAt } = toDocument(row);
      const content = (await findText(db, scope.orgId, id)) ?? "";
      return { id, filename, status, metadata, content, mimeType, fileSize, createdAt, updatedAt };
    },

    async getWithTextPart(scope, space, id, wanted) {
      const row = await find(scope, space, id);
      return { document: toDocument(row), part: await findTextPart(db, scope.orgId, row.id, wanted) };
    },

    listReadable: async (scope, beforeId, limit) =>
      (await listCompleted(db, scope, beforeId, limit)).map(toDocument),

    async list(scope, space, wanted, page) {
      const { id } = await requireActiveSpace(db, scope, space);
      const { rows, total } = await listDocuments(db, scope.orgId, id, wanted, page);
      return toPage(rows.map(toDocument), total, page);
    },

    update: (scope, space, id, change) =>
      withLocked(scope, space, id, change.filename, async (before) => {
        const fields = changedFields(before, change);
        if (Object.keys(fields).length === 0) return toDocument(before);
        const { orgId } = scope;
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
      }),

    retry: (scope, space, id) =>
      withLocked(scope, space, id, undefined, async (before) => {
        if (before.status !== "FAILED")
          throw new QuarryError(
            "conflict",
            `Only a FAILED document can be tried again; this one is ${before.status}.`,
          );
        const { orgId } = scope;
        const now = new Date(clock.now());
        const change = { status: "PROCESSING", errorMessage: null, updatedAt: now } as const;
        const row = await db.transaction(async (tx) => {
          const row = await updateDocument(tx, before, change, now);
          if (!row) throw documentNotFound(id);
          await events.record(tx, orgId, changeEvents(before, row));
          return row;
        });
        deps.wakeWorker();
        return toDocument(row);
      }),

    async outline(scope, space, id) {
      await find(scope, space, id);
      return toOutlineTree(await findOutline(db, scope.orgId, id));
    },

    async chunks(scope, space, id, page) {
      const row = await find(scope, space, id);
      const rows = await listChunks(db, scope.orgId, id, page);
      return toPage(rows.map(toDocumentChunk), row.chunkCount, page);
    },

    delete: (scope, space, id) => withLocked(scope, space, id, undefined, () => erase(scope.orgId, id)),

    async file(scope, space, id) {
      const { blobKey, filename, mimeType, fileSize: size, contentHash } = await find(scope, space, id);
      return {
        filename,
        mimeType,
        size,
        contentHash,
        async read(range) {
          const blob = await blobs.get(blobKey, range);
          if (blob) return blob.bytes;
          throw new QuarryError("not_found", `The original file of document ${id} is no longer there.`);
        },
      };
    },
  };
}

/** A caller that ends a document's processing by its status completes it, or has it fail. */
function changeEvents(before: DocumentRow, row: DocumentRow): NewEvent[] {
  const isEnded = row.status !== before.status && (row.status === "COMPLETED" || row.status === "FAILED");
  const updated = documentEvent("document.updated", row);
  if (!isEnded) return [updated];
  return [updated, documentEvent(row.status === "FAILED" ? "document.failed" : "document.completed", row)];
}

function documentNotFound(id: string): QuarryError {
  return new QuarryError("not_found", `There is no document ${JSON.stringify(id)} in this space.`);
}

/**
 * What a PATCH changes of a row. COMPLETED is only for a document that has been processed: nobody could find
 * anything in it otherwise.
 */
function changedFields(row: DocumentRow, { filename, status, errorMessage, metadata }: DocumentChange) {
  const newStatus = status?.toUpperCase() as DocumentStatus | undefined;
  if (newStatus === "COMPLETED" && row.generation === 0)
    throw new QuarryError(
      "conflict",
      "This document has not been processed yet, so it cannot be COMPLETED. Wait for it, or send it again by PUT /api/documents.",
    );
  // The reason of a failure does not outlive it.
  const message = errorMessage === undefined && newStatus === "COMPLETED" ? null : errorMessage;
  return {
    ...(filename === undefined ? {} : { filename }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(newStatus === undefined ? {} : { status: newStatus }),
    ...(message === undefined ? {} : { errorMessage: message }),
  };
}
