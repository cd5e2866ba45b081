import type { Neighbors } from "@quarry/schema";
import type { Database } from "../../platform/database/database.ts";
import type { Passage } from "../hydrate/hydrate.ts";
import { findChunksAround, positionOf } from "./surrounding-chunks.ts";

/** Returns up to `distance` chunks before and after each passage, in the order of the passages. */
export async function findNeighbors(
  db: Database,
  orgId: string,
  passages: readonly Passage[],
  distance: number,
): Promise<Neighbors[]> {
  const neighbors = passages.map((): Neighbors => ({ before: [], after: [] }));
  if (distance === 0 || passages.length === 0) return neighbors;
  const rows = await findChunksAround(db, orgId, passages.map(positionOf), distance);
  for (const { passage, ...near } of rows.sort((a, b) => a.chunkIndex - b.chunkIndex)) {
    const index = passages[passage]?.chunk.text.chunkIndex ?? 0;
    neighbors[passage]?.[near.chunkIndex < index ? "before" : "after"].push(near);
  }
  return neighbors;
}
