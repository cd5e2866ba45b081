import { createTopK } from "../lexical/top-k.ts";

/** The most promising spaces, with totals over all others. */
export interface Shortlist {
  /** Most likely first. */
  readonly spaceIds: readonly string[];
  /** Number of chunks in all other spaces. */
  readonly otherChunks: number;
  /** Per term of the question, the number of other spaces that contain it. */
  readonly otherHolders: readonly number[];
}

/** Preselects spaces by which of a question's terms they contain, which is cheap to find out. */
export interface SpaceShortlist {
  /** Adds a space and returns its 0-based number. */
  add(spaceId: string, chunkCount: number): number;
  /**
   * Records that a space contains a term. Call once per term and space.
   * @param place Index in `SketchQuestion.termsIn`.
   */
  hold(place: number, space: number): void;
  /** Returns the spaces with the rarest terms; on ties the smallest, where the terms are closer together. */
  best(limit: number): Shortlist;
}

/** Tie-breaker, smaller than the weight of any term. */
const TIE = 1e-6;

/** Creates an empty shortlist. */
export function createSpaceShortlist(): SpaceShortlist {
  const spaceIds: string[] = [];
  const chunkCounts: number[] = [];
  const holders: number[][] = [];
  return {
    add(spaceId, chunkCount) {
      chunkCounts.push(chunkCount);
      return spaceIds.push(spaceId) - 1;
    },
    hold(place, space) {
      const own = holders[place];
      if (own) own.push(space);
      else holders[place] = [space];
    },
    best(limit) {
      const scores = new Float64Array(spaceIds.length);
      for (const own of holders) {
        const weight = Math.log(1 + spaceIds.length / Math.max(1, own?.length ?? 0));
        for (const at of own ?? []) scores[at] = (scores[at] as number) + weight;
      }
      const top = createTopK(limit, (at) => spaceIds[at] as string);
      for (const [at, chunkCount] of chunkCounts.entries()) {
        const score = (scores[at] as number) - TIE * (chunkCount / (chunkCount + 1000));
        if (score >= top.threshold) top.offer(at, score);
      }
      const chosen = new Set(top.sorted().map(({ slot }) => slot));
      return {
        spaceIds: [...chosen].map((at) => spaceIds[at] as string),
        otherChunks: chunkCounts.reduce((sum, count, at) => sum + (chosen.has(at) ? 0 : count), 0),
        otherHolders: Array.from(
          holders,
          (own = []) => own.length - own.reduce((sum, at) => sum + Number(chosen.has(at)), 0),
        ),
      };
    },
  };
}
