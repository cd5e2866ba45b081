import { type Filter, matchesFilter } from "@quarry/core";
import type { FusedHit } from "@quarry/core/internal";
import type { Database } from "../../platform/database/database.ts";
import { findLiveChunks } from "./live-chunks.ts";

/** Counts the live hits of an unfiltered search that the filter rejects. */
export async function countFilteredOut(
  db: Database,
  orgId: string,
  hits: readonly FusedHit[],
  filter: Filter,
): Promise<number> {
  const live = await findLiveChunks(
    db,
    orgId,
    hits.map(({ id }) => id),
  );
  return [...live.values()].filter(({ document }) => !matchesFilter(document.metadata, filter)).length;
}
