import type { Document, DocumentPage, DocumentStatus, Quarry } from "@quarry/sdk";
import { PAGE_SIZE } from "../components/paged-list.tsx";

/** One page of the documents of a space, newest first. */
export function documentPageQuery(
  quarry: Quarry,
  { spaceId, status, page }: { spaceId: string; status: DocumentStatus | undefined; page: number },
) {
  return {
    queryKey: ["documents", spaceId, status ?? "all", page],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<DocumentPage> => {
      const filter = status === undefined ? {} : { status };
      return quarry.documents.list({ spaceId, page, pageSize: PAGE_SIZE, ...filter }, { signal });
    },
    staleTime: 10_000,
  };
}

/** A page with one of its documents exchanged; the same object when it is not on it. */
export function withDocument(page: DocumentPage, changed: Document): DocumentPage {
  const at = page.data.findIndex(({ id }) => id === changed.id);
  return at < 0 ? page : { ...page, data: page.data.with(at, changed) };
}
