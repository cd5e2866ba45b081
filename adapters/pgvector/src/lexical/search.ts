import type { FilteredScope, LexicalHit, LexicalResult } from "@quarry/core";
import {
  analyzeQuestion,
  type Language,
  mergeSpaces,
  type QueryTerms,
  type QuestionAnalysis,
  RESCORE_DEPTH,
  weighQuery,
} from "@quarry/core/internal";
import { detectLanguage } from "@quarry/core/internal/language";
import type { Run } from "../sql-executor.ts";
import { allowedDocuments } from "./allowed-documents.ts";
import { createBreather } from "./breather.ts";
import { loadCandidates, rankCandidates, withinReach } from "./load-candidates.ts";
import { loadQuestion, type SpaceQuestion } from "./load-question.ts";
import { type Candidate, scoreSpace } from "./score-space.ts";
import type { SegmentReader } from "./segment-reader.ts";
import { createSpaceTerms } from "./space-terms.ts";
import { flagDocuments, openSpaces, type SpaceView } from "./space-view.ts";

/** Spaces that are searched side by side: more would need more memory at once. */
export const SPACES_AT_ONCE = 32;

/** Told of every space that was looked at. */
export type Seen = (view: SpaceView) => void;

/** Searches some spaces in one transaction, for the best chunks of all. */
export async function searchSpaces(
  run: Run,
  reader: SegmentReader,
  scope: FilteredScope,
  query: string,
  topK: number,
  seen: Seen,
): Promise<LexicalResult> {
  const found = await searchEachSpace(run, reader, scope, query, topK, seen);
  return { ...found, hits: found.hits.slice(0, Math.max(0, topK)) };
}

/** Searches some spaces in one transaction, for the best chunks of each. */
export async function searchEachSpace(
  run: Run,
  reader: SegmentReader,
  scope: FilteredScope,
  query: string,
  each: number,
  seen: Seen,
): Promise<LexicalResult> {
  const spaceIds = [...new Set(scope.spaceIds)];
  const analyses = new Map<Language, QuestionAnalysis>();
  const chunkCounts = new Map<string, number>();
  const hits: LexicalHit[] = [];
  let queryTerms = 0;
  const breathe = createBreather();

  function analyzeFor(view: SpaceView): QuestionAnalysis {
    const language = view.chunkCount > 0 ? view.language : detectLanguage(query);
    const analysis = analyses.get(language) ?? analyzeQuestion(query, language);
    analyses.set(language, analysis);
    queryTerms = Math.max(queryTerms, analysis.termCount);
    return analysis;
  }

  for (let start = 0; start < spaceIds.length; start += SPACES_AT_ONCE) {
    await breathe();
    const views = await openSpaces(run, reader, scope.orgId, spaceIds.slice(start, start + SPACES_AT_ONCE));
    const questions: SpaceQuestion[] = [];
    for (const view of views) {
      seen(view);
      chunkCounts.set(view.spaceId, view.chunkCount);
      const analysis = analyzeFor(view);
      if (view.chunkCount > 0) questions.push({ analysis, terms: createSpaceTerms(view) });
    }
    if (each > 0) hits.push(...(await searchGroup(run, reader, scope, questions, each, breathe)));
  }
  return { hits: mergeSpaces(hits, queryTerms, chunkCounts), queryTerms, chunkCounts };
}

async function searchGroup(
  run: Run,
  reader: SegmentReader,
  scope: FilteredScope,
  questions: readonly SpaceQuestion[],
  topK: number,
  breathe: () => Promise<void>,
): Promise<LexicalHit[]> {
  const ids = questions.map(({ terms }) => terms.view.spaceId);
  const allowed = await allowedDocuments(run, scope, ids);
  const open = questions.filter(({ terms }) => !allowed || allowed.has(terms.view.spaceId));
  await loadQuestion(run, reader, scope.orgId, open);
  const queries: QueryTerms[] = [];
  const candidates: (readonly Candidate[])[] = [];
  for (const { analysis, terms } of open) {
    await breathe();
    const query = weighQuery(analysis, terms);
    const { spaceId, segments } = terms.view;
    const writeNos = allowed?.get(spaceId);
    const flags = writeNos && segments.map(({ header }) => flagDocuments(header, writeNos));
    const best = await scoreSpace(terms, query, Math.max(topK, RESCORE_DEPTH), flags, breathe);
    candidates.push(withinReach(best, query, topK));
    queries.push(query);
  }
  const named = await loadCandidates(run, reader.chunks, scope.orgId, candidates);
  return open.flatMap(({ terms }, at) => {
    const best = rankCandidates(named[at] ?? [], queries[at] as QueryTerms, topK);
    return best.map((hit) => ({ ...hit, spaceId: terms.view.spaceId }));
  });
}
