import type { FilteredScope, LexicalHit, LexicalResult } from "@quarry/core";
import {
  createSpaceQuestions,
  createYieldToEventLoop,
  type QueryTerms,
  RESCORE_DEPTH,
  SEARCH_SLICE_MS,
  type YieldToEventLoop,
} from "@quarry/core/internal";
import { detectLanguage } from "@quarry/core/internal/language";
import type { Run } from "../../sql/sql-executor.ts";
import { openSpaces } from "../spaces/open-spaces.ts";
import { createSpaceTerms } from "../spaces/space-terms.ts";
import type { SegmentReader } from "../storage/segment-reader.ts";
import { flagDocuments, type SpaceView } from "../storage/space-view.ts";
import { allowedDocuments } from "./allowed-documents.ts";
import { keepContenders, loadCandidates, rankCandidates } from "./load-candidates.ts";
import { loadQuestions, type SpaceQuestion } from "./load-question.ts";
import { type Candidate, scoreSpace } from "./score-space.ts";

/** Number of spaces read together; more would need more memory. */
export const SPACES_PER_READ = 32;

/** Called with every space that a search has read. */
export type OnSpaceRead = (view: SpaceView) => void;

/** Searches spaces in one transaction for the best chunks overall. */
export async function searchSpaces(
  run: Run,
  reader: SegmentReader,
  scope: FilteredScope,
  query: string,
  topK: number,
  onSpaceRead: OnSpaceRead,
  onAnalysis?: (durationMs: number) => void,
): Promise<LexicalResult> {
  const found = await searchEachSpace(run, reader, scope, query, topK, onSpaceRead, onAnalysis);
  return { ...found, hits: found.hits.slice(0, Math.max(0, topK)) };
}

/**
 * Searches spaces in one transaction for the best chunks of each.
 * @param each Maximum number of chunks per space.
 */
export async function searchEachSpace(
  run: Run,
  reader: SegmentReader,
  scope: FilteredScope,
  query: string,
  each: number,
  onSpaceRead: OnSpaceRead,
  onAnalysis?: (durationMs: number) => void,
): Promise<LexicalResult> {
  const spaceIds = [...new Set(scope.spaceIds)];
  const spaceQuestions = createSpaceQuestions(query, detectLanguage, onAnalysis);
  const hits: LexicalHit[] = [];
  const yieldToEventLoop = createYieldToEventLoop(SEARCH_SLICE_MS);

  for (let start = 0; start < spaceIds.length; start += SPACES_PER_READ) {
    await yieldToEventLoop();
    const views = await openSpaces(run, reader, scope.orgId, spaceIds.slice(start, start + SPACES_PER_READ));
    const questions: SpaceQuestion[] = [];
    for (const view of views) {
      onSpaceRead(view);
      const { spaceId, chunkCount } = view;
      const analysis = spaceQuestions.analyzeFor(
        spaceId,
        chunkCount,
        chunkCount > 0 ? view.language : undefined,
      );
      if (chunkCount > 0) questions.push({ analysis, terms: createSpaceTerms(view) });
    }
    if (each > 0) hits.push(...(await searchGroup(run, reader, scope, questions, each, yieldToEventLoop)));
  }
  return spaceQuestions.toResult(hits);
}

async function searchGroup(
  run: Run,
  reader: SegmentReader,
  scope: FilteredScope,
  questions: readonly SpaceQuestion[],
  topK: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<LexicalHit[]> {
  const ids = questions.map(({ terms }) => terms.view.spaceId);
  const allowed = await allowedDocuments(run, scope, ids);
  const open = questions.filter(({ terms }) => !allowed || allowed.has(terms.view.spaceId));
  const queries = await loadQuestions(run, reader, scope.orgId, open);
  const candidates: (readonly Candidate[])[] = [];
  for (const [at, { terms }] of open.entries()) {
    await yieldToEventLoop();
    const query = queries[at] as QueryTerms;
    const { spaceId, segments } = terms.view;
    const writeNos = allowed?.get(spaceId);
    const flags = writeNos && segments.map(({ header }) => flagDocuments(header, writeNos));
    const best = await scoreSpace(terms, query, Math.max(topK, RESCORE_DEPTH), flags, yieldToEventLoop);
    candidates.push(keepContenders(best, query, topK));
  }
  const named = await loadCandidates(run, reader.chunks, scope.orgId, candidates);
  return open.flatMap(({ terms }, at) => {
    const best = rankCandidates(named[at] ?? [], queries[at] as QueryTerms, topK);
    return best.map((hit) => ({ ...hit, spaceId: terms.view.spaceId }));
  });
}
