import { type Analysis, analyze } from "./analyze.ts";
import type { Language } from "./languages/language.ts";
import { isStopWord } from "./languages/stop-words.ts";

/** The terms of a question, with its function words identified. */
export interface QuestionAnalysis extends Analysis {
  /** W-leg terms that come only from function words. */
  readonly weakWords: ReadonlySet<string>;
  /** How many occurrences of each C-leg term come from function words. */
  readonly weakGrams: ReadonlyMap<string, number>;
  /** Number of distinct W-leg terms that are not weak. */
  readonly termCount: number;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['\u2019][\p{L}\p{M}]+)*/gu;

/**
 * Analyzes a question like `analyze` and identifies its function words. In a question made up of function words ("to be
 * or not to be"), none counts as weak.
 */
export function analyzeQuestion(question: string, language: Language): QuestionAnalysis {
  const analysis = analyze(question, language);
  const words = question.normalize("NFKC").match(WORD) ?? [];
  const isWeak = (word: string) => isStopWord(word.toLowerCase().replaceAll("\u2019", "'"), language);
  const stopWords = words.filter(isWeak);
  const weak = analyze(stopWords.length < words.length ? stopWords.join(" ") : "", language);
  const others = words.filter((word) => !isWeak(word));
  const weakWords = new Set(weak.sequence);
  // Stems can coincide: a term that another word also gives is not weak.
  for (const term of analyze(others.join(" "), language).sequence) weakWords.delete(term);
  const weakGrams = new Map<string, number>();
  for (const gram of weak.grams) weakGrams.set(gram, (weakGrams.get(gram) ?? 0) + 1);
  const strong = [...analysis.sequence, ...analysis.joined].filter((term) => !weakWords.has(term));
  return { ...analysis, weakWords, weakGrams, termCount: new Set(strong).size };
}
