import { createTopK } from "../lexical/top-k.ts";

/** The spaces that are worth a closer look, and what is known of all others together. */
export interface Shortlist {
  /** The likeliest first. */
  readonly spaceIds: readonly string[];
  /** Chunks of all other spaces. */
  readonly otherChunks: number;
  /** For each of the question's words the number of other spaces that hold it. */
  readonly otherHolders: readonly number[];
}

/** Chooses spaces by which of a question's words they hold at all, which costs little to find out. */
export interface SpaceShortlist {
  /** Adds a space and answers its number, counted from 0. */
  add(spaceId: string, chunkCount: number): number;
  /** Notes that a space holds the word in a place of `SketchQuestion.termsIn`; once for each word and space. */
  hold(place: number, space: number): void;
  /** The spaces with the rarest words; of equals the smallest, where the words stand closer together. */
  best(limit: number): Shortlist;
}

/** Less than any word weighs, for telling equals apart. */
const TIE = 1e-6;

/** Makes a shortlist of no spaces. */
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
