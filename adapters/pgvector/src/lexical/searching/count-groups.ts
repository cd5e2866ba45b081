import { poolStatistics, type QuestionAnalysis, type SpaceStatistics } from "@quarry/core/internal";
import type { SpaceTerms } from "../spaces/space-terms.ts";
import { countLookAlikes, countTerms, type SpaceQuestion, type TermSource } from "./count-terms.ts";

/**
 * The statistics of more spaces than are held in memory together, for the question in each language: each group of spaces is
 * read, counted and forgotten.
 * @param groups Opens the spaces of each group; called twice.
 */
export async function countGroups(
  source: TermSource,
  groups: () => AsyncIterable<readonly SpaceQuestion[]>,
): Promise<Map<QuestionAnalysis, SpaceStatistics>> {
  const counts = new Map<QuestionAnalysis, SpaceStatistics[]>();
  for await (const group of groups()) {
    await countTerms(source, group, ({ terms }) => [terms]);
    for (const [analysis, own] of Map.groupBy(group, (one) => one.analysis)) {
      const counted = counts.get(analysis) ?? [];
      counts.set(analysis, counted);
      counted.push(countsOf(poolStatistics(own.map(({ terms }) => terms)), analysis));
    }
  }
  const known = new Map([...counts].map(([analysis, own]) => [analysis, poolStatistics(own)]));
  const alike = new Map<QuestionAnalysis, SpaceStatistics[]>();
  for await (const group of groups()) {
    await countLookAlikes(source, group, ({ analysis, terms }) => known.get(analysis) ?? terms);
    for (const [analysis, own] of Map.groupBy(group, (one) => one.analysis)) {
      const likes = alike.get(analysis) ?? [];
      alike.set(analysis, likes);
      likes.push(likesOf(own.map(({ terms }) => terms)));
    }
  }
  return new Map(
    [...known].map(([analysis, counted]) => [analysis, withLikes(counted, alike.get(analysis) ?? [])]),
  );
}

/** The counts of a question's terms, without the terms. */
function countsOf(
  statistics: SpaceStatistics,
  { sequence, joined, grams: asked }: QuestionAnalysis,
): SpaceStatistics {
  const words = new Map<string, number>();
  const grams = new Map<string, number>();
  for (const term of [...sequence, ...joined]) words.set(term, statistics.wordFrequency(term));
  // These statistics tell a gram by its term alone.
  for (const term of asked) grams.set(term, statistics.gramFrequency(term, 0, 0));
  const { chunks, wordLength, gramLength } = statistics;
  return {
    ...{ chunks, wordLength, gramLength },
    wordFrequency: (term) => words.get(term) ?? 0,
    gramFrequency: (term) => grams.get(term) ?? 0,
    wordsOneEditApart: () => [],
  };
}

/** The look-alikes that some spaces may hold, with their counts. */
function likesOf(group: readonly SpaceTerms[]): SpaceStatistics {
  const words = new Map<string, number>();
  const likes = new Map<string, Set<string>>();
  for (const terms of group)
    for (const [word, held] of terms.likes) {
      const own = likes.get(word) ?? new Set();
      likes.set(word, own);
      for (const like of held) own.add(like);
    }
  for (const like of new Set([...likes.values()].flatMap((own) => [...own])))
    words.set(
      like,
      group.reduce((sum, terms) => sum + terms.wordFrequency(like), 0),
    );
  return {
    ...{ chunks: 0, wordLength: 0, gramLength: 0 },
    wordFrequency: (term) => words.get(term) ?? 0,
    gramFrequency: () => 0,
    wordsOneEditApart: (word) => likes.get(word) ?? [],
  };
}

/** Statistics that also know the words that are like a question's unknown words. */
function withLikes(known: SpaceStatistics, alike: readonly SpaceStatistics[]): SpaceStatistics {
  const likes = poolStatistics(alike);
  return {
    ...known,
    // A look-alike may also be a word of the question.
    wordFrequency: (term) => known.wordFrequency(term) || likes.wordFrequency(term),
    wordsOneEditApart: (word) => likes.wordsOneEditApart?.(word) ?? [],
  };
}
