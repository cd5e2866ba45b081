import type { Document, Quarry } from "@quarry/sdk";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

/** A name is searched for when typing pauses this long. */
export const TYPED_MS = 250;
/** Each space is one call for each pause in typing. */
export const MAX_NAMED_SPACES = 20;

/** The first documents with a name, and how many there are. */
export interface Named {
  readonly documents: readonly Document[];
  readonly total: number;
}

/** The first documents, at most `shown`, with a text in their filenames, of the first {@link MAX_NAMED_SPACES} spaces. */
export function namedQuery(
  quarry: Quarry,
  spaces: readonly { readonly id: string }[],
  name: string,
  shown: number,
) {
  const searched = spaces.slice(0, MAX_NAMED_SPACES);
  return queryOptions({
    queryKey: ["documents", "named", searched.map(({ id }) => id), name, shown],
    placeholderData: keepPreviousData,
    enabled: name !== "",
    queryFn: async ({ signal }): Promise<Named> => {
      const pages = await Promise.all(
        searched.map(async ({ id: spaceId }) =>
          quarry.documents.list({ spaceId, name, pageSize: shown }, { signal }),
        ),
      );
      return {
        documents: pages.flatMap(({ data }) => data).slice(0, shown),
        total: pages.reduce((sum, { pagination }) => sum + pagination.total, 0),
      };
    },
  });
}
