import type { FilteredScope, LexicalHit, LexicalResult } from "@quarry/core";
import {
  createSpaceQuestions,
  createYieldToEventLoop,
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
import { countGroups } from "./count-groups.ts";
import type { SpaceQuestion, TermSource } from "./count-terms.ts";
import { keepContenders, loadCandidates, rankCandidates } from "./load-candidates.ts";
import { loadQuestions, type WeighedQuestion, type Weighing } from "./load-question.ts";
import { type Candidate, scoreSpace } from "./score-space.ts";

/** Number of spaces read together; more would need more memory. */
export const SPACES_PER_READ = 32;

/** Called with every space that a search has read. */
export type OnSpaceRead = (view: SpaceView) => void;

/** How to search spaces. */
export interface SpacesSearch {
  /** Maximum number of chunks per space. */
  readonly each: number;
  /** True when all spaces share their statistics, so that their scores compare; false when each has its own. */
  readonly isPooled: boolean;
}

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
  const wanted = { each: topK, isPooled: true };
  const found = await searchEachSpace(run, reader, scope, query, wanted, onSpaceRead, onAnalysis);
  return { ...found, hits: found.hits.slice(0, Math.max(0, topK)) };
}

/** Searches spaces in one transaction for the best chunks of each. */
export async function searchEachSpace(
  run: Run,
  reader: SegmentReader,
  scope: FilteredScope,
  query: string,
  { each, isPooled }: SpacesSearch,
  onSpaceRead: OnSpaceRead,
  onAnalysis?: (durationMs: number) => void,
): Promise<LexicalResult> {
  const { orgId } = scope;
  const source: TermSource = { run, reader, orgId };
  const spaceIds = [...new Set(scope.spaceIds)];
  const spaceQuestions = createSpaceQuestions(query, detectLanguage, onAnalysis);
  const yieldToEventLoop = createYieldToEventLoop(SEARCH_SLICE_MS);

  /** Opens the spaces in groups, with the question in the language of each. */
  async function* open(onOpen?: OnSpaceRead): AsyncIterable<SpaceQuestion[]> {
    for (let start = 0; start < spaceIds.length; start += SPACES_PER_READ) {
      await yieldToEventLoop();
      const views = await openSpaces(run, reader, orgId, spaceIds.slice(start, start + SPACES_PER_READ));
      const questions: SpaceQuestion[] = [];
      for (const view of views) {
        onOpen?.(view);
        const { spaceId, chunkCount } = view;
        const language = chunkCount > 0 ? view.language : undefined;
        const analysis = spaceQuestions.analyzeFor(spaceId, chunkCount, language);
        if (chunkCount > 0) questions.push({ analysis, terms: createSpaceTerms(view) });
      }
      yield questions;
    }
  }

  const isInGroups = spaceIds.length > SPACES_PER_READ;
  const together = isPooled && isInGroups && each > 0 ? await countGroups(source, open) : "together";
  const weighing = isPooled ? together : "alone";
  const hits: LexicalHit[] = [];
  for await (const questions of open(onSpaceRead))
    if (each > 0)
      hits.push(...(await searchGroup(source, scope, questions, { each, weighing }, yieldToEventLoop)));
  return spaceQuestions.toResult(hits);
}

async function searchGroup(
  source: TermSource,
  scope: FilteredScope,
  questions: readonly SpaceQuestion[],
  { each, weighing }: { readonly each: number; readonly weighing: Weighing },
  yieldToEventLoop: YieldToEventLoop,
): Promise<LexicalHit[]> {
  const { run, reader, orgId } = source;
  // All of them, also those without documents in scope: their statistics count.
  const weighed = await loadQuestions(source, questions, weighing);
  const ids = questions.map(({ terms }) => terms.view.spaceId);
  const allowed = await allowedDocuments(run, scope, ids);
  const open = questions.flatMap(({ terms }, at) =>
    !allowed || allowed.has(terms.view.spaceId) ? { terms, ...(weighed[at] as WeighedQuestion) } : [],
  );
  const candidates: (readonly Candidate[])[] = [];
  for (const { terms, query, statistics } of open) {
    await yieldToEventLoop();
    const { spaceId, segments } = terms.view;
    const writeNos = allowed?.get(spaceId);
    const flags = writeNos && segments.map(({ header }) => flagDocuments(header, writeNos));
    const limit = Math.max(each, RESCORE_DEPTH);
    const best = await scoreSpace(terms, { query, statistics }, limit, flags, yieldToEventLoop);
    candidates.push(keepContenders(best, query, each));
  }
  const named = await loadCandidates(run, reader.chunks, orgId, candidates);
  return open.flatMap(({ terms, query }, at) => {
    const best = rankCandidates(named[at] ?? [], query, each);
    return best.map((hit) => ({ ...hit, spaceId: terms.view.spaceId }));
  });
}
