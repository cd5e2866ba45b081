import { Text } from "@quarry/schema";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { IngestService } from "../../ingest/ingest-service.ts";
import type { UploadLimits } from "../../ingest/receive/receive-document.ts";
import type { Authorization } from "../../platform/http/authorization.ts";
import { fileResponse } from "../documents/file-response.ts";
import { FILE_CURSOR_PARAMETERS, readCursor } from "./cursor.ts";
import type { FileService } from "./files.ts";
import { receiveFile } from "./receive-file.ts";

const HIDDEN = { detail: { hide: true } } as const;

/** Routes of `files`. */
export function fileRoutes(
  auth: Authorization,
  { files, ingest }: { readonly files: FileService; readonly ingest: IngestService },
  limits: UploadLimits,
) {
  return new Elysia()
    .use(auth)
    .post(
      "/files",
      ({ caller, request }) =>
        receiveFile(request, caller.orgId, { ingest, limits }, (file) => files.create(caller, file)),
      { door: { permission: "documents:write", body: "upload", cost: "work" }, ...HIDDEN },
    )
    .get("/files", ({ caller, query }) => files.list(caller, query.purpose, readCursor(query, 10_000)), {
      door: { permission: "documents:read", body: "none", cost: "light" },
      query: Type.Object(
        { ...FILE_CURSOR_PARAMETERS, purpose: Type.Optional(Text({ maxLength: 100 })) },
        { additionalProperties: true },
      ),
      ...HIDDEN,
    })
    .get("/files/:fileId", ({ caller, params }) => files.get(caller, params.fileId), {
      door: { permission: "documents:read", body: "none", cost: "light" },
      ...HIDDEN,
    })
    .get(
      "/files/:fileId/content",
      async ({ caller, params, request }) =>
        fileResponse(await files.content(caller, params.fileId), request),
      { door: { permission: "documents:read", body: "none", cost: "light" }, ...HIDDEN },
    )
    .delete(
      "/files/:fileId",
      async ({ caller, params: { fileId: id } }) => {
        await files.delete(caller, id);
        return { id, object: "file" as const, deleted: true as const };
      },
      { door: { permission: "documents:delete", body: "none", cost: "light" }, ...HIDDEN },
    );
}
