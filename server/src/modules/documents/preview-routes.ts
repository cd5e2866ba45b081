import { ChunkingPreview, ChunkingPreviewBody } from "@quarry/schema";
import { Elysia } from "elysia";
import type { Authorization } from "../../platform/http/authorization.ts";
import type { Mount } from "../../platform/http/responses.ts";
import type { PreviewChunking } from "./preview-chunking.ts";

/** The route that tries chunking settings on a document. */
export function previewRoutes(
  auth: Authorization,
  previewChunking: PreviewChunking,
  { prefix, describe, responses }: Mount,
) {
  return new Elysia({ prefix })
    .use(auth)
    .post(
      "/spaces/:id/chunking/preview",
      ({ caller, params, body }) => previewChunking(caller, params.id, body),
      {
        door: { permission: "documents:read", body: "json", cost: "work" },
        body: ChunkingPreviewBody,
        response: responses({ 200: ChunkingPreview }),
        detail: describe("previewChunking", "Show how chunking settings would cut a document"),
      },
    );
}
