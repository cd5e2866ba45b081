import { type Filter, matchesFilter } from "@quarry/core";
import type { FusedHit } from "@quarry/core/internal";
import type { LiveRows } from "../live/live-rows.ts";

/** Counts the live hits of an unfiltered search that the filter rejects. */
export async function countFilteredOut(
  live: LiveRows,
  orgId: string,
  hits: readonly FusedHit[],
  filter: Filter,
): Promise<number> {
  const chunks = await live.chunks(
    orgId,
    hits.map(({ id }) => id),
  );
  return chunks.filter((chunk) => chunk && !matchesFilter(chunk.document.metadata, filter)).length;
}
