import type { Neighbors } from "@quarry/schema";
import type { Database } from "../../platform/database/database.ts";
import { type Passage, placeOf } from "./hydrate.ts";
import { findChunksAround } from "./place-queries.ts";

/** The chunks around each passage, in the order of the passages. */
export async function findNeighbors(
  db: Database,
  orgId: string,
  passages: readonly Passage[],
  distance: number,
): Promise<Neighbors[]> {
  const neighbors = passages.map((): Neighbors => ({ before: [], after: [] }));
  if (distance === 0 || passages.length === 0) return neighbors;
  const rows = await findChunksAround(db, orgId, passages.map(placeOf), distance);
  for (const { place, ...near } of rows.sort((a, b) => a.chunkIndex - b.chunkIndex)) {
    const index = passages[place]?.chunk.chunkIndex ?? 0;
    neighbors[place]?.[near.chunkIndex < index ? "before" : "after"].push(near);
  }
  return neighbors;
}
