import { QuarryError } from "@quarry/core";
import type { Document, Metadata } from "@quarry/schema";
import type { Caller } from "../../platform/access/caller.ts";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { requireActiveSpace } from "../../records/spaces/active-space.ts";
import type { SpaceRow } from "../../records/spaces/space-rows.ts";
import type { DocumentToSend } from "../documents/content-response.ts";
import type { DocumentService } from "../documents/service.ts";
import type { AttachFile } from "./attach-file.ts";
import { toAttributes } from "./attributes.ts";
import { type ChunkingStrategy, toStrategy } from "./chunking-strategy.ts";
import { type Cursor, type CursorPage, toCursorPage } from "./cursor.ts";
import { changeAttributes } from "./file-attributes.ts";
import { lastErrorOf, statusOf } from "./file-status.ts";
import type { FileService } from "./files.ts";
import { toSeconds } from "./seconds.ts";
import { findStoreFile, listStoreFiles, type StoreFileFilter, type StoreFileRow } from "./store-file-rows.ts";

/** A file to attach, as in a request. */
export interface FileToAttach {
  readonly file_id: string;
  readonly attributes?: Metadata | null | undefined;
  readonly chunking_strategy?: ChunkingStrategy;
}

/** Files of a vector store: the documents of its space. */
export interface StoreFileService {
  attach(caller: Caller, storeId: string, file: FileToAttach): Promise<StoreFile>;
  get(scope: TenantScope, storeId: string, id: string): Promise<StoreFile>;
  list(
    scope: TenantScope,
    storeId: string,
    filter: StoreFileFilter,
    cursor: Cursor,
  ): Promise<CursorPage<StoreFile>>;
  update(scope: TenantScope, storeId: string, id: string, attributes: Metadata | null): Promise<StoreFile>;
  /** Deletes the document. The file that was attached stays. Returns the id of the file. */
  delete(scope: TenantScope, storeId: string, id: string): Promise<string>;
  /** The text of a file. */
  content(scope: TenantScope, storeId: string, id: string): Promise<DocumentToSend>;
}

/** A file of a vector store in OpenAI's form. */
export type StoreFile = ReturnType<typeof toStoreFile>;

/** Creates the service. */
export function createStoreFileService(deps: {
  readonly db: Database;
  readonly documents: DocumentService;
  readonly files: FileService;
  readonly attaching: AttachFile;
}): StoreFileService {
  const { db, documents, files, attaching } = deps;

  async function find(scope: TenantScope, storeId: string, id: string) {
    const space = await requireActiveSpace(db, scope, storeId);
    const row = await findStoreFile(db, space.orgId, space.id, id);
    if (!row)
      throw new QuarryError("not_found", `There is no file ${JSON.stringify(id)} in this vector store.`);
    return { space, row };
  }

  return {
    async attach(caller, storeId, { file_id, attributes, chunking_strategy: strategy }) {
      const space = await requireActiveSpace(db, caller, storeId);
      const file = (await files.findAll(caller, [file_id])).get(file_id);
      if (!file) throw new Error("a file was found and is missing");
      await attaching.chunkAs(caller, space, [{ at: "/chunking_strategy", strategy }]);
      const row = await attaching.attach(caller, space, { file, attributes, batchId: null });
      const current = await requireActiveSpace(db, caller, space.id);
      return toStoreFile(current, row, await documents.get(caller, space.id, row.documentId));
    },

    async get(scope, storeId, id) {
      const { space, row } = await find(scope, storeId, id);
      return toStoreFile(space, row, await documents.get(scope, space.id, row.documentId));
    },

    async list(scope, storeId, filter, cursor) {
      const space = await requireActiveSpace(db, scope, storeId);
      const { rows, hasMore } = await listStoreFiles(db, space.orgId, space.id, filter, cursor);
      const ids = rows.map(({ documentId }) => documentId);
      const found = new Map((await documents.getAll(scope, space.id, ids)).map((one) => [one.id, one]));
      const data = rows.flatMap((row) => {
        const document = found.get(row.documentId);
        return document ? [toStoreFile(space, row, document)] : [];
      });
      return toCursorPage(data, hasMore);
    },

    async update(scope, storeId, id, attributes) {
      const { space, row } = await find(scope, storeId, id);
      await changeAttributes(documents, scope, space.id, row.documentId, attributes);
      return toStoreFile(space, row, await documents.get(scope, space.id, row.documentId));
    },

    async delete(scope, storeId, id) {
      const { space, row } = await find(scope, storeId, id);
      await documents.delete(scope, space.id, row.documentId);
      return row.fileId;
    },

    async content(scope, storeId, id) {
      const { space, row } = await find(scope, storeId, id);
      const { filename } = await documents.get(scope, space.id, row.documentId);
      const { document, pieces } = await documents.getByFilename(scope, space.id, filename);
      return { document: { ...document, filename: row.filename }, pieces };
    },
  };
}

function toStoreFile({ id: spaceId, chunking }: SpaceRow, { fileId }: StoreFileRow, document: Document) {
  return {
    id: fileId,
    object: "vector_store.file" as const,
    created_at: toSeconds(document.createdAt),
    vector_store_id: spaceId,
    status: statusOf(document),
    last_error: lastErrorOf(document),
    usage_bytes: Number(document.fileSize),
    attributes: toAttributes(document.metadata),
    chunking_strategy: toStrategy(chunking),
  };
}
