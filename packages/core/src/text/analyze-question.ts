import { createRotatingCache } from "../structures/rotating-cache.ts";
import { type Analysis, analyzeRuns, type GramWord, gramsOf, joinRuns } from "./analyze.ts";
import { isAscii } from "./characters/folding.ts";
import { gramWords } from "./gram-words.ts";
import type { Language } from "./languages/language.ts";
import { isStopWord } from "./languages/stop-words.ts";
import { analyzeAndKeep } from "./shared-analysis.ts";

/** The terms of a question, with its function words identified. */
export interface QuestionAnalysis extends Analysis {
  /** W-leg terms that come only from function words. */
  readonly weakWords: ReadonlySet<string>;
  /** How many occurrences of each C-leg term come from function words. */
  readonly weakGrams: ReadonlyMap<string, number>;
  /** The C-leg terms by word. */
  readonly gramWords: readonly GramWord[];
  /** Number of distinct W-leg terms that are not weak. */
  readonly termCount: number;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['\u2019][\p{L}\p{M}]+)*/gu;

const CACHED_QUESTIONS = 256;
const CACHED_LENGTH = 1000;
const cached = createRotatingCache<QuestionAnalysis>(CACHED_QUESTIONS);

/**
 * Analyzes a question like `analyze` and identifies its function words. In a question made up of function words ("to be
 * or not to be"), none counts as weak. Remembers the last few hundred questions.
 */
export function analyzeQuestion(question: string, language: Language): QuestionAnalysis {
  const key = `${language} ${question}`;
  const known = cached.get(key);
  if (known) return known;
  const analysis = analyzeUncached(question, language);
  if (question.length <= CACHED_LENGTH) cached.set(key, analysis);
  return analysis;
}

function analyzeUncached(question: string, language: Language): QuestionAnalysis {
  const runs = analyzeAndKeep(question, language);
  const analysis = joinRuns(runs);
  const terms = new Set(analysis.sequence);
  for (const term of analysis.joined) terms.add(term);
  const { weakWords, weakGrams } = findWeak(question, language);
  let termCount = 0;
  for (const term of terms) if (!weakWords.has(term)) termCount += 1;
  return {
    ...analysis,
    weakWords,
    weakGrams,
    gramWords: gramWords(runs, terms, language),
    termCount,
  };
}

function findWeak(question: string, language: Language): Pick<QuestionAnalysis, "weakWords" | "weakGrams"> {
  const weakWords = new Set<string>();
  const weakGrams = new Map<string, number>();
  const strong: string[] = [];
  const normal = isAscii(question) ? question : question.normalize("NFKC");
  for (const word of normal.match(WORD) ?? []) {
    if (!isStopWord(word.toLowerCase().replaceAll("\u2019", "'"), language)) {
      strong.push(word);
      continue;
    }
    for (const run of analyzeRuns(word, language)) {
      for (const term of run.sequence) weakWords.add(term);
      for (const gram of gramsOf(run)) weakGrams.set(gram, (weakGrams.get(gram) ?? 0) + 1);
    }
  }
  if (strong.length === 0) return { weakWords: new Set(), weakGrams: new Map() };
  // Stems can coincide: a term that another word also gives is not weak.
  if (weakWords.size > 0)
    for (const word of strong)
      for (const run of analyzeRuns(word, language)) for (const term of run.sequence) weakWords.delete(term);
  return { weakWords, weakGrams };
}
