import { type BlobStore, type Clock, QuarryError } from "@quarry/core";
import type { NewId } from "@quarry/core/internal";
import { type Document, TIER_LIMITS } from "@quarry/schema";
import type { DocumentInput } from "../../ingest/receive/document-input.ts";
import type { Caller } from "../../platform/access/caller.ts";
import { sees } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import type { OriginalFile } from "../documents/document-reads.ts";
import type { DocumentService } from "../documents/service.ts";
import { type Cursor, type CursorPage, toCursorPage } from "./cursor.ts";
import type { FileRow, FileScope } from "./file-rows.ts";
import * as queries from "./file-rows.ts";
import { toSeconds } from "./seconds.ts";

/**
 * Files of OpenAI's API. They are not searched until they are attached to a vector store. Documents that were not made
 * from such a file are files too, under their own ids, but are not listed.
 */
export interface FileService {
  /** Stores a received file, which becomes the service's. */
  create(caller: Caller, input: NewFile): Promise<FileObject>;
  get(caller: Caller, id: string): Promise<FileObject>;
  list(caller: Caller, purpose: string | undefined, cursor: Cursor): Promise<CursorPage<FileObject>>;
  content(caller: Caller, id: string): Promise<OriginalFile>;
  /** Deletes a file, and the documents that it was attached as. */
  delete(caller: Caller, id: string): Promise<void>;
  /** Files to attach, by their ids. @throws QuarryError `not_found` if one of them does not exist. */
  findAll(caller: Caller, ids: readonly string[]): Promise<Map<string, FileRow>>;
}

/** A file to store. */
export interface NewFile extends Omit<DocumentInput, "metadata" | "attachment"> {
  readonly purpose: string;
}

/** A file in OpenAI's form. */
export type FileObject = ReturnType<typeof toFileObject>;

/** Creates the service. */
export function createFileService(deps: {
  readonly db: Database;
  readonly newId: NewId;
  readonly clock: Clock;
  readonly blobs: BlobStore;
  readonly documents: DocumentService;
}): FileService {
  const { db, newId, clock, blobs, documents } = deps;

  async function findAll(caller: Caller, ids: readonly string[]): Promise<Map<string, FileRow>> {
    const found = await queries.findFiles(db, scopeOf(caller), ids);
    const missing = ids.find((id) => !found.has(id));
    if (missing !== undefined) throw fileNotFound(missing);
    return found;
  }

  async function find(caller: Caller, id: string): Promise<FileRow> {
    const file = (await findAll(caller, [id])).get(id);
    if (!file) throw fileNotFound(id);
    return file;
  }

  return {
    findAll,

    async create(caller, { filename, declaredMimeType, file, purpose }) {
      await requireRoomForFile(db, caller);
      const { blobKey } = await file.claim();
      const row: FileRow = {
        id: newId("file"),
        orgId: caller.orgId,
        createdBy: caller.actor.id,
        filename,
        declaredMimeType: declaredMimeType ?? null,
        purpose,
        fileSize: file.size,
        blobKey,
        contentHash: file.hash(""),
        createdAt: new Date(clock.now()),
      };
      await queries.insertFile(db, row);
      return toFileObject(row);
    },

    async get(caller, id) {
      if (isDocument(id)) return documentAsFile(await documents.get(caller, undefined, id));
      return toFileObject(await find(caller, id));
    },

    async list(caller, purpose, cursor) {
      const { rows, hasMore } = await queries.listFiles(db, scopeOf(caller), purpose, cursor);
      return toCursorPage(rows.map(toFileObject), hasMore);
    },

    async content(caller, id) {
      if (isDocument(id)) return documents.file(caller, undefined, id);
      const { filename, declaredMimeType, fileSize, contentHash, blobKey } = await find(caller, id);
      return {
        filename,
        mimeType: declaredMimeType ?? "application/octet-stream",
        size: fileSize,
        contentHash,
        async read(range) {
          const blob = await blobs.get(blobKey, range);
          if (!blob) throw fileNotFound(id);
          return blob.bytes;
        },
      };
    },

    async delete(caller, id) {
      if (isDocument(id)) return documents.delete(caller, undefined, id);
      const { orgId, blobKey } = await find(caller, id);
      const copies = await queries.listCopies(db, orgId, id);
      if (!copies.every(({ spaceId }) => sees(caller, spaceId)))
        throw new QuarryError(
          "forbidden",
          "The file is attached to a vector store that this API key does not see. Use a key without a list of spaces.",
        );
      for (const copy of copies)
        await documents.delete(caller, copy.spaceId, copy.id).catch((error: unknown) => {
          // It was deleted at the same time, or its space is archived and keeps it.
          if (!QuarryError.isInstance(error) || error.code !== "not_found") throw error;
        });
      if (await queries.deleteFile(db, orgId, id)) await blobs.delete(blobKey);
    },
  };
}

/** A key that is limited to some spaces sees the files that it uploaded; other callers see their organization's. */
function scopeOf({ orgId, spaceIds, actor }: Caller): FileScope {
  return { orgId, createdBy: spaceIds === null ? undefined : actor.id };
}

const isDocument = (id: string) => id.startsWith("doc_");

/** @throws QuarryError `forbidden` when an organization has as many files as its tier allows documents. */
async function requireRoomForFile(db: Database, { orgId, tier }: Caller): Promise<void> {
  const { spaces, documentsPerSpace } = TIER_LIMITS[tier];
  if (spaces === null || documentsPerSpace === null) return;
  const limit = spaces * documentsPerSpace;
  if ((await queries.countFiles(db, orgId)) >= limit)
    throw new QuarryError(
      "forbidden",
      `The ${tier} tier allows ${limit} files. Delete a file, or ask the operator for another tier.`,
    );
}

/** The error for a file that does not exist or that the caller does not see. */
function fileNotFound(id: string): QuarryError {
  return new QuarryError("not_found", `There is no file ${JSON.stringify(id)}.`);
}

function toFileObject({ id, fileSize, createdAt, filename, purpose }: FileRow) {
  return {
    id,
    object: "file" as const,
    bytes: fileSize,
    created_at: toSeconds(createdAt),
    filename,
    purpose,
    status: "processed",
  };
}

function documentAsFile({ id, fileSize, createdAt, filename }: Document): FileObject {
  return {
    id,
    object: "file",
    bytes: Number(fileSize),
    created_at: toSeconds(createdAt),
    filename,
    purpose: "assistants",
    status: "processed",
  };
}
