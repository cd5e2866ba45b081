import { estimateTokens } from "@quarry/core/internal";
import { type ChunkingPreview, type ChunkingPreviewBody, LIMITS } from "@quarry/schema";
import { cutStoredText } from "../../ingest/prepare/cut-stored-text.ts";
import type { Preparer } from "../../ingest/prepare/preparer.ts";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { countChunksBefore } from "../../records/documents/chunk-rows.ts";
import { findDocument } from "../../records/documents/document-rows.ts";
import { documentNotFound } from "../../records/documents/require-document.ts";
import { findTextStart } from "../../records/documents/text-rows.ts";
import { requireActiveSpace } from "../../records/spaces/active-space.ts";
import { readChunking } from "../../records/spaces/chunking.ts";

/**
 * Shows how chunking settings would cut a document of a space, and changes nothing.
 * @throws QuarryError `not_found`, or `invalid_request` for settings that do not go together.
 */
export type PreviewChunking = (
  scope: TenantScope,
  space: string,
  wanted: ChunkingPreviewBody,
) => Promise<ChunkingPreview>;

/** Creates the service behind `POST /api/spaces/:id/chunking/preview`. */
export function createPreviewChunking({
  db,
  preparer,
}: {
  readonly db: Database;
  readonly preparer: Pick<Preparer, "prepare">;
}): PreviewChunking {
  return async (scope, space, { documentId, chunking, limit = LIMITS.chunkingPreviewChunksDefault }) => {
    const { orgId } = scope;
    const { id: spaceId, chunking: current } = await requireActiveSpace(db, scope, space);
    const tried = chunking === undefined ? current : readChunking(chunking);
    const row = await findDocument(db, orgId, spaceId, documentId);
    if (!row) throw documentNotFound(documentId);
    const { text, outline, isPartial } = await findTextStart(
      db,
      orgId,
      documentId,
      LIMITS.chunkingPreviewMaxChars,
    );
    const { filename, mimeType } = row;
    const chunks = await cutStoredText(preparer, { orgId, filename, mimeType, text, outline }, tried);
    return {
      count: chunks.length,
      currentCount: isPartial ? await countChunksBefore(db, orgId, documentId, text.length) : row.chunkCount,
      chunks: chunks.slice(0, limit).map(({ start, end, headings }) => {
        const content = text.slice(start, end);
        return { start, end, headings: [...headings], content, tokens: estimateTokens(content) };
      }),
      hasMore: chunks.length > limit,
      readChars: text.length,
      isPartial,
    };
  };
}
