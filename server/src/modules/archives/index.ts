import { QuarryError } from "@quarry/core";
import { ExportParameters, ImportParameters, ImportResponse } from "@quarry/schema";
import { Elysia } from "elysia";
import { requirePermission } from "../../platform/access/caller.ts";
import type { Authorization } from "../../platform/http/authorization.ts";
import { bodyPieces } from "../../platform/http/request-body.ts";
import type { Mount } from "../../platform/http/responses.ts";
import type { ArchiveService } from "./service.ts";

/** Routes that export a space as an archive and import an archive as a space. */
export function archiveRoutes(
  auth: Authorization,
  archives: ArchiveService,
  { prefix, describe, responses }: Mount,
) {
  return new Elysia({ prefix })
    .use(auth)
    .get(
      "/spaces/:id/export",
      async ({ caller, params, query }) => {
        requirePermission(caller, "documents:read");
        const gzip = String(query.gzip) === "true";
        const { filename, mimeType, bytes } = await archives.export(caller, params.id, { gzip });
        return new Response(bytes, {
          headers: {
            "content-type": mimeType,
            "content-disposition": `attachment; filename="${filename}"`,
            "cache-control": "private, no-store",
          },
        });
      },
      {
        door: { permission: "spaces:read", body: "none", cost: "stream" },
        query: ExportParameters,
        detail: {
          ...describe("exportSpace", "Export a space with all its content as an archive"),
          responses: {
            200: {
              description: "An archive; see docs/archive-format.md",
              content: {
                "application/x-tar": { schema: { type: "string" as const, format: "binary" } },
                "application/gzip": { schema: { type: "string" as const, format: "binary" } },
              },
            },
          },
        },
      },
    )
    .post(
      "/spaces/import",
      async ({ caller, query, request, status }) => {
        requirePermission(caller, "spaces:write");
        if (!request.body) throw new QuarryError("invalid_request", "Send the archive as the request body.");
        return status(201, await archives.import(caller, bodyPieces(request), query));
      },
      {
        door: { permission: "documents:write", body: "archive", cost: "work" },
        wholeOrganization: true,
        query: ImportParameters,
        response: responses({ 201: ImportResponse }),
        detail: {
          ...describe("importSpace", "Create a space from an exported archive"),
          requestBody: {
            required: true,
            content: {
              "application/x-tar": { schema: { type: "string" as const, format: "binary" } },
              "application/gzip": { schema: { type: "string" as const, format: "binary" } },
            },
          },
        },
      },
    );
}
