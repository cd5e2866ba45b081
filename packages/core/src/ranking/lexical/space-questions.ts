import type { LexicalHit, LexicalResult } from "../../ports/lexical-index.ts";
import { analyzeQuestion, type QuestionAnalysis } from "../../text/analyze-question.ts";
import type { Language } from "../../text/languages/language.ts";
import { mergeSpaces } from "./rescore.ts";

declare const performance: { now(): number };

/** A question that a lexical index puts to several spaces, each in its own language. */
export interface SpaceQuestions {
  /**
   * Records a searched space and analyzes the question in its language.
   * @param language Language of most chunks; undefined for a space without chunks, which gets the question's own.
   */
  analyzeFor(spaceId: string, chunkCount: number, language: Language | undefined): QuestionAnalysis;
  /** Merges the hits of all spaces into one result of at least `limit` hits, if there are as many; by default of all. */
  toResult(hits: readonly LexicalHit[], limit?: number): LexicalResult;
}

/**
 * Creates the `SpaceQuestions` of one search.
 * @param detectLanguage Detects the question's language, for spaces that have none.
 * @param onAnalysis Receives the duration of each analysis.
 */
export function createSpaceQuestions(
  question: string,
  detectLanguage: (text: string) => Language,
  onAnalysis?: (durationMs: number) => void,
): SpaceQuestions {
  const analyses = new Map<Language, QuestionAnalysis>();
  const chunkCounts = new Map<string, number>();
  let queryTerms = 0;
  return {
    analyzeFor(spaceId, chunkCount, spaceLanguage) {
      const start = performance.now();
      const language = spaceLanguage ?? detectLanguage(question);
      const analysis = analyses.get(language) ?? analyzeQuestion(question, language);
      analyses.set(language, analysis);
      onAnalysis?.(performance.now() - start);
      queryTerms = Math.max(queryTerms, analysis.termCount);
      chunkCounts.set(spaceId, chunkCount);
      return analysis;
    },
    toResult: (hits, limit) => ({
      hits: mergeSpaces(hits, queryTerms, chunkCounts, limit),
      queryTerms,
      chunkCounts,
    }),
  };
}
