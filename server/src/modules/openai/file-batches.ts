import { QuarryError } from "@quarry/core";
import { invalidField, type NewId } from "@quarry/core/internal";
import type { Caller } from "../../platform/access/caller.ts";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { requireActiveSpace } from "../../records/spaces/active-space.ts";
import type { SpaceRow } from "../../records/spaces/space-rows.ts";
import type { DocumentService } from "../documents/service.ts";
import type { AttachFile } from "./attach-file.ts";
import type { Cursor, CursorPage } from "./cursor.ts";
import { CANCELLED, countStatuses, type FileCounts, type FileStatus } from "./file-status.ts";
import type { FileService } from "./files.ts";
import { toSeconds } from "./seconds.ts";
import { findBatch, listBatchDocuments } from "./store-file-rows.ts";
import type { FileToAttach, StoreFile, StoreFileService } from "./store-files.ts";

/** Batches: files that were attached to a vector store together. */
export interface FileBatchService {
  create(caller: Caller, storeId: string, files: readonly FileToAttach[]): Promise<FileBatch>;
  get(scope: TenantScope, storeId: string, id: string): Promise<FileBatch>;
  /** Gives up the files that are not processed yet. */
  cancel(scope: TenantScope, storeId: string, id: string): Promise<FileBatch>;
  listFiles(
    scope: TenantScope,
    storeId: string,
    id: string,
    status: FileStatus | undefined,
    cursor: Cursor,
  ): Promise<CursorPage<StoreFile>>;
  /** Attaches files to a space. @param batchId Null for files that are no batch. */
  attachAll(
    caller: Caller,
    space: SpaceRow,
    files: readonly FileToAttach[],
    batchId: string | null,
  ): Promise<void>;
}

/** A batch in OpenAI's form. */
export type FileBatch = ReturnType<typeof toBatch>;

/** Files that are copied at the same time. */
const CONCURRENT = 8;

/** Creates the service. */
export function createFileBatchService(deps: {
  readonly db: Database;
  readonly newId: NewId;
  readonly documents: DocumentService;
  readonly files: FileService;
  readonly storeFiles: StoreFileService;
  readonly attaching: AttachFile;
}): FileBatchService {
  const { db, newId, documents, files, storeFiles, attaching } = deps;

  async function requireBatch({ orgId, id: spaceId }: SpaceRow, id: string) {
    const batch = await findBatch(db, orgId, spaceId, id);
    if (!batch)
      throw new QuarryError(
        "not_found",
        `There is no file batch ${JSON.stringify(id)} in this vector store.`,
      );
    return batch;
  }

  async function get(scope: TenantScope, storeId: string, id: string): Promise<FileBatch> {
    const space = await requireActiveSpace(db, scope, storeId);
    const { createdAt, counts } = await requireBatch(space, id);
    if (counts.in_progress > 0) return toBatch(id, space.id, createdAt, counts);
    // Who sees that a batch is completed can search its files: reading them waits for the indexes.
    const ids = await listBatchDocuments(db, space.orgId, space.id, id);
    return toBatch(id, space.id, createdAt, countStatuses(await documents.getAll(scope, space.id, ids)));
  }

  async function attachAll(
    caller: Caller,
    space: SpaceRow,
    wanted: readonly FileToAttach[],
    batchId: string | null,
  ): Promise<void> {
    const found = await files.findAll(
      caller,
      wanted.map(({ file_id }) => file_id),
    );
    const strategies = wanted.map(({ chunking_strategy: strategy }, at) => ({
      at: `/files/${at}/chunking_strategy`,
      strategy,
    }));
    await attaching.chunkAs(caller, space, strategies);
    const waiting = wanted.values();
    const attachNext = async () => {
      for (const { file_id, attributes } of waiting) {
        const file = found.get(file_id);
        if (file) await attaching.attach(caller, space, { file, attributes, batchId });
      }
    };
    const outcomes = await Promise.allSettled(Array.from({ length: CONCURRENT }, attachNext));
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  }

  return {
    get,
    attachAll,

    async create(caller, storeId, wanted) {
      const ids = wanted.map(({ file_id }) => file_id);
      if (ids.length === 0) throw invalidField("/file_ids", "must name at least one file");
      if (new Set(ids).size < ids.length) throw invalidField("/file_ids", "must name each file once");
      const space = await requireActiveSpace(db, caller, storeId);
      const batchId = newId("fileBatch");
      await attachAll(caller, space, wanted, batchId);
      return get(caller, space.id, batchId);
    },

    async cancel(scope, storeId, id) {
      const space = await requireActiveSpace(db, scope, storeId);
      await requireBatch(space, id);
      const change = { status: "FAILED", errorMessage: CANCELLED } as const;
      for (const documentId of await listBatchDocuments(db, space.orgId, space.id, id, "in_progress"))
        await documents.update(scope, space.id, documentId, change).catch((error: unknown) => {
          if (!QuarryError.isInstance(error) || error.code !== "not_found") throw error;
        });
      return get(scope, space.id, id);
    },

    async listFiles(scope, storeId, id, status, cursor) {
      await requireBatch(await requireActiveSpace(db, scope, storeId), id);
      return storeFiles.list(scope, storeId, { status, batchId: id }, cursor);
    },
  };
}

function toBatch(id: string, storeId: string, createdAt: Date, counts: FileCounts) {
  return {
    id,
    object: "vector_store.files_batch" as const,
    created_at: toSeconds(createdAt),
    vector_store_id: storeId,
    status: batchStatus(counts),
    file_counts: counts,
  };
}

function batchStatus({ in_progress, cancelled, failed, total }: FileCounts): FileStatus {
  if (in_progress > 0) return "in_progress";
  if (cancelled > 0) return "cancelled";
  return failed === total ? "failed" : "completed";
}
