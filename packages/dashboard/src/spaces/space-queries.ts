import type { Quarry, Space, SpaceLimits } from "@quarry/sdk";
import { queryOptions } from "@tanstack/react-query";
import { PAGE_SIZE } from "../api/page-size.ts";

/** Which spaces a list shows. */
export type SpaceStatus = "active" | "archived";

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

/** What a space holds, its limits, and how many documents failed. */
export interface SpaceFacts {
  readonly limits: SpaceLimits;
  readonly failed: number;
}

/** Measures a space, without reading its documents. */
export function spaceFactsQuery(quarry: Quarry, spaceId: string) {
  return queryOptions({
    queryKey: ["spaces", "counts", spaceId],
    queryFn: async ({ signal }): Promise<SpaceFacts> => {
      const [{ limits }, failed] = await Promise.all([
        quarry.spaces.limits(spaceId, { signal }),
        quarry.documents.list({ spaceId, pageSize: 1, status: "FAILED" }, { signal }),
      ]);
      return { limits, failed: failed.pagination.total };
    },
    staleTime: 15_000,
  });
}
