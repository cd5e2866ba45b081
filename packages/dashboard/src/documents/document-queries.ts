import type { Document, DocumentPage, DocumentStatus, Quarry } from "@quarry/sdk";
import { queryOptions } from "@tanstack/react-query";
import { PAGE_SIZE } from "../api/page-size.ts";
import { refreshEvery } from "../api/refresh-every.ts";
import { type DocumentsSearch, toFilter } from "./documents-search.ts";

/** One page of the documents of a space that are searched for, newest first. */
export function documentPageQuery(
  quarry: Quarry,
  { spaceId, search, page }: { spaceId: string; search: DocumentsSearch; page: number },
) {
  return {
    queryKey: ["documents", spaceId, toFilter(search), page],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<DocumentPage> =>
      quarry.documents.list({ spaceId, page, pageSize: PAGE_SIZE, ...toFilter(search) }, { signal }),
    staleTime: 10_000,
  };
}

/** A page with one of its documents exchanged; the same object when it is not on it. */
export function withDocument(page: DocumentPage, changed: Document): DocumentPage {
  const at = page.data.findIndex(({ id }) => id === changed.id);
  return at < 0 ? page : { ...page, data: page.data.with(at, changed) };
}

/** For events that were missed, e.g. before the document was read first. */
const UPLOADED_REFRESH_MS = 2_000;

/** A document of an upload. Events keep it up to date. */
export function uploadedDocumentQuery(
  quarry: Quarry,
  { spaceId, documentId }: { spaceId: string; documentId: string },
) {
  return queryOptions({
    queryKey: ["uploaded", spaceId, documentId],
    queryFn: async ({ signal }): Promise<Document> =>
      (await quarry.documents.get({ spaceId, id: documentId }, { signal })).document,
    refetchInterval: refreshEvery((document) =>
      document?.status === "COMPLETED" || document?.status === "FAILED" ? false : UPLOADED_REFRESH_MS,
    ),
  });
}

/** How many documents of a space are ready, in work and failed. */
export interface StatusCounts {
  readonly total: number;
  readonly ready: number;
  readonly failed: number;
}

const BUSY_REFRESH_MS = 2_000;

/** Counts the documents of a space by status, again and again while some are in work. */
export function statusCountsQuery(quarry: Quarry, spaceId: string) {
  return queryOptions({
    queryKey: ["documents", spaceId, "counts"],
    queryFn: async ({ signal }): Promise<StatusCounts> => {
      const count = async (status?: DocumentStatus) => {
        const filter = status === undefined ? {} : { status };
        return (await quarry.documents.list({ spaceId, pageSize: 1, ...filter }, { signal })).pagination
          .total;
      };
      const [total, ready, failed] = await Promise.all([count(), count("COMPLETED"), count("FAILED")]);
      return { total, ready, failed };
    },
    refetchInterval: refreshEvery((data) =>
      data && data.ready + data.failed < data.total ? BUSY_REFRESH_MS : false,
    ),
  });
}
