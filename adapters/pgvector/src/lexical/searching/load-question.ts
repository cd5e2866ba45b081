import {
  poolStatistics,
  type QueryTerms,
  type QuestionAnalysis,
  type SpaceStatistics,
  weighQuery,
} from "@quarry/core/internal";
import { gramKey, wordKey } from "../encoding/term-key.ts";
import { findTerms, readLists } from "../spaces/space-terms.ts";
import { countLookAlikes, countTerms, type SpaceQuestion, type TermSource } from "./count-terms.ts";

/** A question weighed for one space. */
export interface WeighedQuestion {
  readonly query: QueryTerms;
  /** The statistics that it is weighed by. */
  readonly statistics: SpaceStatistics;
}

/**
 * By which statistics spaces weigh a question: each by its own, by the sum over the spaces of its language that are loaded
 * together, or by statistics that are known already, for the question in each language.
 */
export type Weighing = "alone" | "together" | ReadonlyMap<QuestionAnalysis, SpaceStatistics>;

/** Weighs each question for its space, and reads the postings of the terms that have a weight. */
export async function loadQuestions(
  source: TermSource,
  questions: readonly SpaceQuestion[],
  weighing: Weighing,
): Promise<WeighedQuestion[]> {
  const statisticsOf = await countQuestions(source, questions, weighing);
  const weighed = questions.map((question): WeighedQuestion => {
    const statistics = statisticsOf(question);
    return { query: weighQuery(question.analysis, statistics), statistics };
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
): Promise<(question: SpaceQuestion) => SpaceStatistics> {
  if (typeof weighing === "object") return ({ analysis, terms }) => weighing.get(analysis) ?? terms;
  if (weighing === "alone" || questions.length < 2) {
    await countTerms(source, questions, ({ terms }) => [terms]);
    await countLookAlikes(source, questions, ({ terms }) => terms);
    return ({ terms }) => terms;
  }
  const byLanguage = new Map(
    [...Map.groupBy(questions, ({ analysis }) => analysis)].map(([analysis, own]) => [
      analysis,
      own.map(({ terms }) => terms),
    ]),
  );
  await countTerms(source, questions, ({ analysis, terms }) => byLanguage.get(analysis) ?? [terms]);
  const pools = new Map([...byLanguage].map(([analysis, own]) => [analysis, poolStatistics(own)]));
  const statisticsOf = ({ analysis, terms }: SpaceQuestion) => pools.get(analysis) ?? terms;
  await countLookAlikes(source, questions, statisticsOf);
  return statisticsOf;
}
