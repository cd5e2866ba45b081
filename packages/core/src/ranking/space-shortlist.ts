import { createTopSlots } from "./top-slots.ts";

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
  /** @param holds Whether it holds the word in that place of `SketchQuestion.termsIn`. */
  add(spaceId: string, chunkCount: number, places: number, holds: (place: number) => boolean): void;
  /** The spaces with the rarest words; of equals the smallest, where the words stand closer together. */
  best(limit: number): Shortlist;
}

/** Less than any word weighs, for telling equals apart. */
const TIE = 1e-6;

/** Makes a shortlist of no spaces. */
export function createSpaceShortlist(): SpaceShortlist {
  const spaces: { readonly spaceId: string; readonly chunkCount: number }[] = [];
  const holders: number[][] = [];
  return {
    add(spaceId, chunkCount, places, holds) {
      for (let place = 0; place < places; place += 1)
        if (holds(place)) {
          const own = holders[place] ?? [];
          own.push(spaces.length);
          holders[place] = own;
        }
      spaces.push({ spaceId, chunkCount });
    },
    best(limit) {
      const scores = new Float64Array(spaces.length);
      for (const own of holders) {
        const weight = Math.log(1 + spaces.length / Math.max(1, own?.length ?? 0));
        for (const at of own ?? []) scores[at] = (scores[at] as number) + weight;
      }
      const top = createTopSlots(limit, (at) => spaces[at]?.spaceId ?? "");
      for (const [at, { chunkCount }] of spaces.entries()) {
        const score = (scores[at] as number) - TIE * (chunkCount / (chunkCount + 1000));
        if (top.couldEnter(score)) top.offer(at, score);
      }
      const chosen = new Set(top.sorted().map(({ slot }) => slot));
      return {
        spaceIds: [...chosen].map((at) => spaces[at]?.spaceId ?? ""),
        otherChunks: spaces.reduce((sum, { chunkCount }, at) => sum + (chosen.has(at) ? 0 : chunkCount), 0),
        otherHolders: Array.from(holders, (own = []) => own.filter((at) => !chosen.has(at)).length),
      };
    },
  };
}
