import {
  poolStatistics,
  type QueryTerms,
  type QuestionAnalysis,
  type SpaceStatistics,
  weighQuery,
} from "@quarry/core/internal";
import { gramKey, wordKey } from "../encoding/term-key.ts";
import { findTerms, readLists, type SpaceTerms } from "../spaces/space-terms.ts";
import { countLookAlikes, countTerms, type TermSource } from "./count-terms.ts";

/** A question analyzed for one space, with the space's terms. */
export interface SpaceQuestion {
  readonly analysis: QuestionAnalysis;
  readonly terms: SpaceTerms;
}

/** A question weighed for one space. */
export interface WeighedQuestion {
  readonly query: QueryTerms;
  /** The statistics that it is weighed by. */
  readonly statistics: SpaceStatistics;
}

/**
 * By which statistics spaces weigh a question: each by its own, all by the sum over the spaces that are loaded together, or
 * by statistics that are known already.
 */
export type Weighing = "alone" | "together" | SpaceStatistics;

/** Weighs each question for its space, and reads the postings of the terms that have a weight. */
export async function loadQuestions(
  source: TermSource,
  questions: readonly SpaceQuestion[],
  weighing: Weighing,
): Promise<WeighedQuestion[]> {
  const statisticsOf = await countQuestions(source, questions, weighing);
  const weighed = questions.map(({ analysis, terms }): WeighedQuestion => {
    const statistics = statisticsOf(terms);
    return { query: weighQuery(analysis, statistics), statistics };
  });
  const { run, reader, orgId } = source;
  const asked = weighed.map(({ query: { words, grams } }, at) => ({
    terms: (questions[at] as SpaceQuestion).terms,
    keys: [...words.map(({ term }) => wordKey(term)), ...grams.map(({ term }) => gramKey(term))],
  }));
  await findTerms(run, reader, orgId, asked);
  await readLists(
    run,
    reader,
    orgId,
    asked.flatMap(({ terms, keys }) => keys.flatMap((key) => terms.parts.get(key) ?? [])),
  );
  return weighed;
}

/** Counts the questions' terms. Returns the statistics that a space weighs by. */
async function countQuestions(
  source: TermSource,
  questions: readonly SpaceQuestion[],
  weighing: Weighing,
): Promise<(terms: SpaceTerms) => SpaceStatistics> {
  if (typeof weighing === "object") return () => weighing;
  if (weighing === "alone" || questions.length < 2) {
    const spaces = questions.map(({ terms, analysis }) => ({ terms, analyses: [analysis] }));
    await countTerms(source, spaces, undefined);
    await countLookAlikes(source, spaces, (terms) => terms);
    return (terms) => terms;
  }
  // Spaces differ in language, and each counts for the question in all of them.
  const analyses = [...new Set(questions.map(({ analysis }) => analysis))];
  const all = questions.map(({ terms }) => terms);
  const spaces = all.map((terms) => ({ terms, analyses }));
  await countTerms(source, spaces, all);
  const statistics = poolStatistics(all);
  await countLookAlikes(source, spaces, () => statistics);
  return () => statistics;
}
