import { expects, Text } from "@quarry/schema";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Authorization } from "../../platform/http/authorization.ts";
import { contentResponse } from "../documents/content-response.ts";
import { AttributesInput, toAttributes } from "./attributes.ts";
import { ChunkingStrategy } from "./chunking-strategy.ts";
import { CURSOR_PARAMETERS, readCursor } from "./cursor.ts";
import type { FileBatchService } from "./file-batches.ts";
import { FILE_STATUSES } from "./file-status.ts";
import type { StoreFileService } from "./store-files.ts";

const HIDDEN = { detail: { hide: true } } as const;

/** Body that attaches a file to a vector store. */
export const FileToAttach = Type.Object(
  {
    file_id: Text({ minLength: 1, maxLength: 200 }),
    attributes: AttributesInput,
    chunking_strategy: ChunkingStrategy,
  },
  { additionalProperties: false },
);

const MAX_FILES = 2000;
/** Body of the creation of a batch: ids with common attributes, or files with their own. */
export const CreateBatchBody = Type.Object(
  {
    file_ids: Type.Optional(Type.Array(Text({ minLength: 1, maxLength: 200 }), { maxItems: MAX_FILES })),
    files: Type.Optional(Type.Array(FileToAttach, { maxItems: MAX_FILES })),
    attributes: AttributesInput,
    chunking_strategy: ChunkingStrategy,
  },
  { additionalProperties: false },
);

/** Body of the update of a vector store's file. */
export const UpdateFileBody = Type.Required(
  Type.Object({ attributes: AttributesInput }, { additionalProperties: false }),
);

const ListParameters = Type.Object(
  {
    ...CURSOR_PARAMETERS,
    filter: Type.Optional(
      Type.Union(
        FILE_STATUSES.map((status) => Type.Literal(status)),
        expects(`one of ${FILE_STATUSES.join(", ")}`),
      ),
    ),
  },
  { additionalProperties: true },
);

/** Routes of the files of a vector store and of their batches. */
export function storeFileRoutes(
  auth: Authorization,
  { files, batches }: { readonly files: StoreFileService; readonly batches: FileBatchService },
) {
  return new Elysia({ prefix: "/vector_stores/:storeId" })
    .use(auth)
    .post("/files", ({ caller, params, body }) => files.attach(caller, params.storeId, body), {
      door: { permission: "documents:write", body: "json", cost: "work" },
      body: FileToAttach,
      ...HIDDEN,
    })
    .get(
      "/files",
      ({ caller, params, query }) =>
        files.list(caller, params.storeId, { status: query.filter }, readCursor(query)),
      {
        door: { permission: "documents:read", body: "none", cost: "light" },
        query: ListParameters,
        ...HIDDEN,
      },
    )
    .get("/files/:fileId", ({ caller, params }) => files.get(caller, params.storeId, params.fileId), {
      door: { permission: "documents:read", body: "none", cost: "light" },
      ...HIDDEN,
    })
    .post(
      "/files/:fileId",
      ({ caller, params, body }) => files.update(caller, params.storeId, params.fileId, body.attributes),
      {
        door: { permission: "documents:write", body: "json", cost: "work" },
        body: UpdateFileBody,
        ...HIDDEN,
      },
    )
    .delete(
      "/files/:fileId",
      async ({ caller, params }) => ({
        id: await files.delete(caller, params.storeId, params.fileId),
        object: "vector_store.file.deleted" as const,
        deleted: true as const,
      }),
      { door: { permission: "documents:delete", body: "none", cost: "light" }, ...HIDDEN },
    )
    .get(
      "/files/:fileId/content",
      ({ caller, params }) =>
        contentResponse(
          () => files.content(caller, params.storeId, params.fileId),
          ({ filename, metadata }) => [
            `${JSON.stringify({
              object: "vector_store.file_content.page",
              file_id: params.fileId,
              filename,
              attributes: toAttributes(metadata),
              has_more: false,
              next_page: null,
            }).slice(0, -1)},"data":[{"type":"text","text":"`,
            '"}]}',
          ],
        ),
      { door: { permission: "documents:read", body: "none", cost: "light" }, ...HIDDEN },
    )
    .post(
      "/file_batches",
      ({ caller, params, body: { file_ids = [], files: given, ...shared } }) =>
        batches.create(caller, params.storeId, given ?? file_ids.map((file_id) => ({ file_id, ...shared }))),
      {
        door: { permission: "documents:write", body: "largeJson", cost: "work" },
        body: CreateBatchBody,
        ...HIDDEN,
      },
    )
    .get(
      "/file_batches/:batchId",
      ({ caller, params }) => batches.get(caller, params.storeId, params.batchId),
      { door: { permission: "documents:read", body: "none", cost: "light" }, ...HIDDEN },
    )
    .post(
      "/file_batches/:batchId/cancel",
      ({ caller, params }) => batches.cancel(caller, params.storeId, params.batchId),
      { door: { permission: "documents:write", body: "json", cost: "work" }, ...HIDDEN },
    )
    .get(
      "/file_batches/:batchId/files",
      ({ caller, params, query }) =>
        batches.listFiles(caller, params.storeId, params.batchId, query.filter, readCursor(query)),
      {
        door: { permission: "documents:read", body: "none", cost: "light" },
        query: ListParameters,
        ...HIDDEN,
      },
    );
}
