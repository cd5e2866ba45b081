import type { Chunking, ChunkingPreview, Document, Quarry, Space } from "@quarry/sdk";
import { queryOptions } from "@tanstack/react-query";
import { isSameChunking } from "./chunking-settings.ts";

/** Passages that a preview shows. */
export const SHOWN_MAX = 50;
const DOCUMENTS_MAX = 20;
const STALE_MS = 60_000;

/** The newest documents of a space that are ready, by a part of their name. */
export function readyDocumentsQuery(quarry: Quarry, spaceId: string, name: string) {
  return queryOptions({
    queryKey: ["documents", spaceId, "ready", name],
    queryFn: async ({ signal }): Promise<readonly Document[]> => {
      const found = await quarry.documents.list(
        { spaceId, status: ["COMPLETED"], pageSize: DOCUMENTS_MAX, ...(name === "" ? {} : { name }) },
        { signal },
      );
      return found.data;
    },
  });
}

/** How settings would cut a document. The settings of the space itself need not be sent. */
export function previewQuery(quarry: Quarry, space: Space, documentId: string, chunking: Chunking) {
  const { maxTokens, overlapTokens } = chunking;
  return {
    queryKey: ["chunking-preview", space.id, documentId, maxTokens, overlapTokens],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ChunkingPreview> =>
      quarry.spaces.previewChunking(
        space.id,
        {
          documentId,
          limit: SHOWN_MAX,
          ...(isSameChunking(chunking, space.chunking) ? {} : { chunking: { maxTokens, overlapTokens } }),
        },
        { signal },
      ),
    staleTime: STALE_MS,
    /** The cuts before stay meanwhile, so that the list does not jump at each key. */
    placeholderData: (
      before: ChunkingPreview | undefined,
      query: { readonly queryKey: readonly unknown[] } | undefined,
    ) => (query?.queryKey[2] === documentId ? before : undefined),
  };
}
