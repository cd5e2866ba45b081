import type { FilteredScope, LexicalHit, LexicalResult } from "@quarry/core";
import {
  createSpaceQuestions,
  createYieldToEventLoop,
  poolStatistics,
  type QuestionAnalysis,
  questionTerms,
  SEARCH_SLICE_MS,
  type SpaceStatistics,
  weighQuery,
  type YieldToEventLoop,
} from "@quarry/core/internal";
import { detectLanguage } from "@quarry/core/internal/language";
import type { Organizations } from "./organization/organizations.ts";
import { searchSpace, statisticsOf } from "./space/search-space.ts";
import type { SpaceIndex } from "./space/space-index.ts";

/** How to search spaces. */
export interface SpacesSearch {
  /** Maximum number of hits per space. */
  readonly each: number;
  /** Number of hits wanted of all spaces together. */
  readonly limit: number;
  /** True when all spaces share their statistics, so that their scores compare; false when each has its own. */
  readonly isPooled: boolean;
}

interface AskedSpace {
  readonly spaceId: string;
  readonly space: SpaceIndex;
  /** The question in the language of the space. */
  readonly analysis: QuestionAnalysis;
}

/** Searches the spaces of a scope for the best chunks of each. Yields to the event loop between spaces. */
export async function searchSpaces(
  organizations: Organizations,
  scope: FilteredScope,
  query: string,
  { each, limit, isPooled }: SpacesSearch,
  onAnalysis?: (durationMs: number) => void,
): Promise<LexicalResult> {
  const questions = createSpaceQuestions(query, detectLanguage, onAnalysis);
  const yieldToEventLoop = createYieldToEventLoop(SEARCH_SLICE_MS);
  const asked: AskedSpace[] = [];
  for (const spaceId of new Set(scope.spaceIds)) {
    const space = organizations.byId.get(scope.orgId)?.spaces.get(spaceId);
    const chunkCount = space?.size() ?? 0;
    const language = chunkCount > 0 ? space?.language() : undefined;
    const analysis = questions.analyzeFor(spaceId, chunkCount, language);
    if (space && chunkCount > 0) asked.push({ spaceId, space, analysis });
  }
  const hits: LexicalHit[] = [];
  if (each <= 0 || asked.length === 0) return questions.toResult(hits, limit);
  const weigh = isPooled ? await weighTogether(asked, yieldToEventLoop) : undefined;
  for (const { spaceId, space, analysis } of asked) {
    await yieldToEventLoop();
    // Deleted in the meantime.
    if (organizations.byId.get(scope.orgId)?.spaces.get(spaceId) !== space) continue;
    hits.push(...searchSpace(space, spaceId, weigh?.(analysis) ?? weighAlone(space, analysis), each, scope));
  }
  return questions.toResult(hits, limit);
}

function weighAlone(space: SpaceIndex, analysis: QuestionAnalysis) {
  const statistics = statisticsOf(space);
  return { terms: weighQuery(analysis, statistics), statistics };
}

/** Weighs the question by the statistics of all spaces of a language together. */
async function weighTogether(asked: readonly AskedSpace[], yieldToEventLoop: YieldToEventLoop) {
  const weighed = new Map<QuestionAnalysis, ReturnType<typeof weighAlone>>();
  for (const [analysis, spaces] of Map.groupBy(asked, (one) => one.analysis)) {
    const statistics = poolStatistics(spaces.map(({ space }) => statisticsOf(space)));
    if (spaces.length > 1) await countTerms(analysis, statistics, yieldToEventLoop);
    weighed.set(analysis, { terms: weighQuery(analysis, statistics), statistics });
  }
  return (analysis: QuestionAnalysis) => weighed.get(analysis);
}

/** Sums up the frequencies of a question's terms, which are then remembered: in many spaces this takes a while. */
async function countTerms(
  analysis: QuestionAnalysis,
  statistics: SpaceStatistics,
  yieldToEventLoop: YieldToEventLoop,
): Promise<void> {
  const { words, grams } = questionTerms(analysis);
  for (const { term } of words) {
    await yieldToEventLoop();
    statistics.wordFrequency(term);
  }
  for (const { term, low, high } of grams) {
    await yieldToEventLoop();
    statistics.gramFrequency(term, low, high);
  }
}
