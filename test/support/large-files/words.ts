import { seededRandom } from "../seeded-random.ts";

const SYLLABLES = ["ka", "lo", "mi", "ra", "tu", "ven", "sol", "per", "dan", "gri", "bel", "nor", "fä", "zé"];

/** Yields words of two to four syllables, the same ones for the same seed. */
export function* words(seed: number): Generator<string, never> {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  for (;;) yield Array.from({ length: 2 + below(3) }, () => SYLLABLES[below(SYLLABLES.length)]).join("");
}
