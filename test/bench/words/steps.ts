import {
  analyzeQuestion,
  type QueryTerms,
  type QuestionAnalysis,
  RESCORE_DEPTH,
  weighQuery,
} from "@quarry/core/internal";
import { searchSpaces } from "../../../adapters/memory/src/lexical/search-spaces.ts";
import { questionLists } from "../../../adapters/memory/src/lexical/space/question-lists.ts";
import { forgetScores, scoreLists } from "../../../adapters/memory/src/lexical/space/score-lists.ts";
import { searchSpace } from "../../../adapters/memory/src/lexical/space/search-space.ts";
import type { FilledIndex } from "./filled-index.ts";

/** Processor microseconds per question. */
export type StepTimes = Record<(typeof STEPS)[number], number>;

const LIMITS = { each: RESCORE_DEPTH, limit: RESCORE_DEPTH };

/** The steps of a lexical search. `whole` is the search as the server calls it, `selection` what follows the summing. */
export const STEPS = ["whole", "analysis", "weighing", "fuzzy", "summing", "selection"] as const;

/** Runs each step for all questions. */
export async function timeSteps(
  { organizations, scope, spaceId, space }: FilledIndex,
  questions: readonly string[],
): Promise<StepTimes> {
  const { words, grams } = space;
  const statistics = {
    chunks: space.size(),
    wordFrequency: (term: string) => words.documentFrequency(words.find(term)),
    gramFrequency: (term: string) => grams.documentFrequency(grams.find(term)),
  };
  const timed = async (work: (question: string, at: number) => unknown) => {
    const before = process.cpuUsage();
    for (const [at, question] of questions.entries()) await work(question, at);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / questions.length;
  };
  const analyses: QuestionAnalysis[] = [];
  const terms: QueryTerms[] = [];

  const whole = await timed((question) => searchSpaces(organizations, scope, question, LIMITS));
  const language = space.language();
  const analysis = await timed((question, at) => {
    analyses[at] = analyzeQuestion(question, language);
  });
  const weighing = await timed((_, at) => {
    const all = { ...statistics, wordsOneEditApart: words.near };
    terms[at] = weighQuery(analyses[at] as QuestionAnalysis, all);
  });
  const exact = await timed((_, at) =>
    weighQuery(analyses[at] as QuestionAnalysis, { ...statistics, wordsOneEditApart: () => [] }),
  );
  const summing = await timed((_, at) => {
    const lists = questionLists(space, terms[at] as QueryTerms);
    scoreLists(lists, space.slotCount(), RESCORE_DEPTH, undefined);
    forgetScores();
  });
  const search = await timed((_, at) =>
    searchSpace(space, spaceId, analyses[at] as QuestionAnalysis, RESCORE_DEPTH, scope),
  );
  const selection = search - weighing - summing;
  return { whole, analysis, weighing: exact, fuzzy: weighing - exact, summing, selection };
}
