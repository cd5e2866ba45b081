import { wordsOneEditApart } from "./fuzzy-words.ts";
import type { SpaceStatistics } from "./term-statistics.ts";

/**
 * Statistics of several spaces as if they were one, by which a question weighs its words alike in all of them: a passage
 * then gets the same score in each space. The sums are remembered, and are taken when they are first asked for.
 */
export function poolStatistics(spaces: readonly SpaceStatistics[]): SpaceStatistics {
  const [only] = spaces;
  if (only && spaces.length === 1) return only;
  const words = new Map<string, number>();
  const grams = new Map<string, number>();
  return {
    chunks: sum(spaces, ({ chunks }) => chunks),
    wordLength: sum(spaces, ({ wordLength }) => wordLength),
    gramLength: sum(spaces, ({ gramLength }) => gramLength),
    wordFrequency: (term) => remembered(words, term, () => sum(spaces, (space) => space.wordFrequency(term))),
    gramFrequency: (term, low, high) =>
      remembered(grams, term, () => sum(spaces, (space) => space.gramFrequency(term, low, high))),
    *wordsOneEditApart(word) {
      for (const space of spaces) yield* space.wordsOneEditApart?.(word) ?? wordsOneEditApart(word);
    },
  };
}

function sum(spaces: readonly SpaceStatistics[], of: (space: SpaceStatistics) => number): number {
  let total = 0;
  for (const space of spaces) total += of(space);
  return total;
}

function remembered(known: Map<string, number>, term: string, count: () => number): number {
  const before = known.get(term);
  if (before !== undefined) return before;
  const counted = count();
  known.set(term, counted);
  return counted;
}
