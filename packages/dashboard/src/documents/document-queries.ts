import type { Document, DocumentPage, DocumentStatus, Quarry } from "@quarry/sdk";
import { queryOptions } from "@tanstack/react-query";

/** Documents on one page of the list: the most that the API gives at once. */
export const PAGE_SIZE = 100;

/** One page of the documents of a space, newest first. */
export function documentPageQuery(
  quarry: Quarry,
  { spaceId, status, page }: { spaceId: string; status: DocumentStatus | undefined; page: number },
) {
  return queryOptions({
    queryKey: ["documents", spaceId, status ?? "all", page],
    queryFn: async ({ signal }): Promise<DocumentPage> => {
      const filter = status === undefined ? {} : { status };
      return quarry.documents.list({ spaceId, page, pageSize: PAGE_SIZE, ...filter }, { signal });
    },
    staleTime: 10_000,
  });
}

/** A page with one of its documents exchanged; the same object when it is not on it. */
export function withDocument(page: DocumentPage, changed: Document): DocumentPage {
  const at = page.data.findIndex(({ id }) => id === changed.id);
  return at < 0 ? page : { ...page, data: page.data.with(at, changed) };
}
