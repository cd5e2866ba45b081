import { MAX_SLOTS } from "@quarry/core/internal";
import type { SpaceView } from "./space-view.ts";

/** When segments are merged. */
export interface MergePolicy {
  /** Segments of one tier that are merged. */
  readonly fanIn: number;
  /** How much larger the segments of a tier are than those of the one below. */
  readonly tierFactor: number;
}

/** Merging eight at a time, a chunk is written again once for each factor of eight in the size of its space. */
export const MERGE_POLICY: MergePolicy = { fanIn: 8, tierFactor: 8 };

/** A segment of more chunks is left alone. */
const MOST_CHUNKS = 4_000_000;
const MOST_SEGMENTS = 64;
/** Share of dead chunks from which on a segment is written anew. */
const DEAD_SHARE = 0.25;

/**
 * The segments of a space that should become one now, by index; none when all is in order. They are of one tier of
 * size: as many as there are where they are enough, else those with many dead chunks.
 */
export function planMerge({ segments }: Pick<SpaceView, "segments">, policy: MergePolicy): number[] {
  const tiers = new Map<number, number[]>();
  for (const [at, { header }] of segments.entries()) {
    const chunks = header.documentOf.length;
    if (chunks > MOST_CHUNKS) continue;
    const tier = Math.floor(Math.log(Math.max(1, chunks)) / Math.log(policy.tierFactor));
    tiers.set(tier, [...(tiers.get(tier) ?? []), at]);
  }
  const isStale = (at: number) => {
    const segment = segments[at];
    return segment !== undefined && segment.deadChunks > DEAD_SHARE * segment.header.documentOf.length;
  };
  // Small tiers first: they are quickly done, and slow down every search.
  for (const [, members] of [...tiers].sort(([a], [b]) => a - b)) {
    if (members.length >= policy.fanIn) return together(segments, members);
    const stale = members.filter(isStale);
    if (stale.length > 0) return together(segments, stale);
  }
  return [];
}

/** As many of these as may become one segment. */
function together(segments: SpaceView["segments"], members: readonly number[]): number[] {
  let chunks = 0;
  return members.slice(0, MOST_SEGMENTS).filter((at) => {
    const more = segments[at]?.header.documentOf.length ?? 0;
    if (chunks + more > MAX_SLOTS) return false;
    chunks += more;
    return true;
  });
}
