import type { Quarry, Space } from "@quarry/sdk";
import { queryOptions } from "@tanstack/react-query";

/** Which spaces a list shows. */
export type SpaceStatus = "active" | "archived";

const PAGE_SIZE = 100;

/** All spaces of a status, newest first. Their number is bounded by what people look through. */
export function spacesQuery(quarry: Quarry, status: SpaceStatus) {
  return queryOptions({
    queryKey: ["spaces", status],
    queryFn: async ({ signal }) => {
      const all: Space[] = [];
      for await (const space of quarry.spaces.list({ status, pageSize: PAGE_SIZE }, { signal }))
        all.push(space);
      return all;
    },
  });
}

/** A space by its id or slug. */
export function spaceQuery(quarry: Quarry, name: string) {
  return queryOptions({
    queryKey: ["spaces", "one", name],
    queryFn: async ({ signal }): Promise<Space> => (await quarry.spaces.get(name, { signal })).space,
  });
}

/** How many documents a space has and how many failed, and when the newest was added. */
export interface SpaceCounts {
  readonly documents: number;
  readonly failed: number;
  readonly newestAt: string | undefined;
}

/** Counts the documents of a space, without reading them. */
export function spaceCountsQuery(quarry: Quarry, spaceId: string) {
  return queryOptions({
    queryKey: ["spaces", "counts", spaceId],
    queryFn: async ({ signal }): Promise<SpaceCounts> => {
      const [all, failed] = await Promise.all([
        quarry.documents.list({ spaceId, pageSize: 1 }, { signal }),
        quarry.documents.list({ spaceId, pageSize: 1, status: "FAILED" }, { signal }),
      ]);
      return {
        documents: all.pagination.total,
        failed: failed.pagination.total,
        newestAt: all.data[0]?.createdAt,
      };
    },
    staleTime: 15_000,
  });
}
