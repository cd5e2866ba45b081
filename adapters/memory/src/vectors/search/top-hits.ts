import type { VectorHit } from "@quarry/core";
import { firstIndexWhere } from "@quarry/core/internal";

/** The best hits so far: by descending score, ties by ascending id, each id once. */
export interface TopHits {
  /** Minimum score of the hits that are among the best. */
  readonly least: number;
  /** Returns whether a hit would be among the best. */
  takes(score: number, id: string): boolean;
  add(hit: VectorHit): void;
  list(): VectorHit[];
}

/** Creates an empty list of at most `limit` hits. */
export function createTopHits(limit: number): TopHits {
  const best: VectorHit[] = [];
  const ids = new Set<string>();
  let least = Number.NEGATIVE_INFINITY;

  function takes(score: number, id: string): boolean {
    const last = best[limit - 1];
    return !last || comesBefore(score, id, last);
  }

  return {
    takes,
    get least() {
      return least;
    },

    add(hit) {
      // A chunk that moves during a yield may be visited twice.
      if (!takes(hit.score, hit.id) || ids.has(hit.id)) return;
      const place = firstIndexWhere(0, best.length, (at) =>
        comesBefore(hit.score, hit.id, best[at] as VectorHit),
      );
      best.splice(place, 0, hit);
      ids.add(hit.id);
      const dropped = best.length > limit ? best.pop() : undefined;
      if (dropped) ids.delete(dropped.id);
      least = best[limit - 1]?.score ?? least;
    },

    list: () => best,
  };
}

function comesBefore(score: number, id: string, hit: VectorHit): boolean {
  return score > hit.score || (score === hit.score && id < hit.id);
}
