import type { ChunkPage, Document, DocumentChunk, OutlineHeading, Quarry } from "@quarry/sdk";
import { PAGE_SIZE } from "../api/page-size.ts";
import { refreshEvery } from "../api/refresh-every.ts";

/** A document, and the space that it is in. */
export interface DocumentName {
  readonly spaceId: string;
  readonly id: string;
}

/** The record of a document, read again and again until it is processed. */
export function documentQuery(quarry: Quarry, name: DocumentName) {
  return {
    queryKey: ["document", name.spaceId, name.id],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Document> =>
      (await quarry.documents.get(name, { signal })).document,
    refetchInterval: refreshEvery<Document>((document) =>
      document?.status === "PROCESSING" || document?.status === "PENDING" ? 1_500 : false,
    ),
  };
}

/** One page of the passages of a document, in reading order. `version` changes with its content. */
export function passagePageQuery(
  quarry: Quarry,
  { spaceId, id }: DocumentName,
  version: string,
  page: number,
) {
  return {
    queryKey: ["passages", spaceId, id, version, page],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ChunkPage> =>
      quarry.documents.chunks({ spaceId, id, page, pageSize: PAGE_SIZE }, { signal }),
    staleTime: 60_000,
  };
}

/** The chosen passage, which may be on a page of the list that is not in view. */
export function passageQuery(quarry: Quarry, { spaceId, id }: DocumentName, version: string, index: number) {
  return {
    queryKey: ["passage", spaceId, id, version, index],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<DocumentChunk | null> => {
      const found = await quarry.documents.chunks({ spaceId, id, page: index + 1, pageSize: 1 }, { signal });
      return found.data[0] ?? null;
    },
    staleTime: 60_000,
    /** The passage before stays meanwhile, so that its page of a PDF is not read again for the next one. */
    placeholderData: (
      before: DocumentChunk | null | undefined,
      query: { readonly queryKey: readonly unknown[] } | undefined,
    ) => (query?.queryKey[2] === id ? before : undefined),
  };
}

/** The passages with lines on a page of the original, in reading order. */
export function passagesOnPageQuery(
  quarry: Quarry,
  { spaceId, id }: DocumentName,
  version: string,
  page: number,
) {
  return {
    queryKey: ["passages-on-page", spaceId, id, version, page],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<DocumentChunk[]> => {
      const found: DocumentChunk[] = [];
      const listed = quarry.documents.chunks({ spaceId, id, onPage: page, pageSize: PAGE_SIZE }, { signal });
      for await (const passage of listed) found.push(passage);
      return found;
    },
    staleTime: 60_000,
  };
}

/** The headings of a document. */
export function outlineQuery(quarry: Quarry, name: DocumentName, version: string) {
  return {
    queryKey: ["outline", name.spaceId, name.id, version],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<OutlineHeading[]> =>
      (await quarry.documents.outline(name, { signal })).outline,
    staleTime: 60_000,
  };
}
