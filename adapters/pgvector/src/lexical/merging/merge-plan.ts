import { MAX_SLOTS } from "@quarry/core/internal";
import type { SpaceView } from "../storage/space-view.ts";

/** Thresholds of merging. */
export interface MergePolicy {
  /** Number of segments of one tier that triggers a merge. */
  readonly fanIn: number;
  /** The same number for a space that is no longer written; `fanIn` when it is missing. */
  readonly quietFanIn?: number;
  /** Size ratio of two adjacent tiers. */
  readonly tierFactor: number;
}

/**
 * With eight at a time, a chunk is rewritten once for each factor of eight in the size of its space. A search looks a term up in
 * each segment, so that it pays to merge more once nothing is written: 50,000 chunks have 2 segments instead of 11 then, and
 * questions 1.4 to 1.7 times the rate.
 */
export const MERGE_POLICY: MergePolicy = { fanIn: 8, quietFanIn: 2, tierFactor: 8 };

/** Larger segments are never merged. */
const MAX_CHUNKS = 4_000_000;
const MAX_SEGMENTS = 64;
/** Share of retired chunks from which on a segment is rewritten. */
const DEAD_SHARE = 0.25;

/**
 * Chooses the segments of a space to merge into one, by index; empty when there is nothing to do. They belong to one
 * tier of size: all of it when it has enough segments, otherwise those with many retired chunks.
 */
export function planMerge({ segments }: Pick<SpaceView, "segments">, policy: MergePolicy): number[] {
  const tiers = new Map<number, number[]>();
  for (const [at, { header }] of segments.entries()) {
    const chunks = header.documentOf.length;
    if (chunks > MAX_CHUNKS) continue;
    const tier = Math.floor(Math.log(Math.max(1, chunks)) / Math.log(policy.tierFactor));
    tiers.set(tier, [...(tiers.get(tier) ?? []), at]);
  }
  const isStale = (at: number) => {
    const segment = segments[at];
    return segment !== undefined && segment.deadChunks > DEAD_SHARE * segment.header.documentOf.length;
  };
  // Small tiers first: they merge quickly, and many small segments slow down every search.
  for (const [, members] of [...tiers].sort(([a], [b]) => a - b)) {
    if (members.length >= policy.fanIn) return limitMerge(segments, members);
    const stale = members.filter(isStale);
    if (stale.length > 0) return limitMerge(segments, stale);
  }
  return [];
}

/** Limits the members to as many as fit into one segment. */
function limitMerge(segments: SpaceView["segments"], members: readonly number[]): number[] {
  let chunks = 0;
  return members.slice(0, MAX_SEGMENTS).filter((at) => {
    const more = segments[at]?.header.documentOf.length ?? 0;
    if (chunks + more > MAX_SLOTS) return false;
    chunks += more;
    return true;
  });
}
