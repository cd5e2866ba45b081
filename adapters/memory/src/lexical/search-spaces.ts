import type { FilteredScope, LexicalHit, LexicalResult } from "@quarry/core";
import { createSpaceQuestions, createYieldToEventLoop, SEARCH_SLICE_MS } from "@quarry/core/internal";
import { detectLanguage } from "@quarry/core/internal/language";
import type { Organizations } from "./organization/organizations.ts";
import { searchSpace } from "./space/search-space.ts";

/**
 * Searches the spaces of a scope for the best chunks of each. Yields to the event loop between spaces.
 * @param each Maximum number of hits per space. @param limit Number of hits wanted of all spaces together.
 */
export async function searchSpaces(
  organizations: Organizations,
  scope: FilteredScope,
  query: string,
  { each, limit }: { readonly each: number; readonly limit: number },
  onAnalysis?: (durationMs: number) => void,
): Promise<LexicalResult> {
  const questions = createSpaceQuestions(query, detectLanguage, onAnalysis);
  const hits: LexicalHit[] = [];
  const yieldToEventLoop = createYieldToEventLoop(SEARCH_SLICE_MS);
  for (const spaceId of new Set(scope.spaceIds)) {
    await yieldToEventLoop();
    const space = organizations.byId.get(scope.orgId)?.spaces.get(spaceId);
    const chunkCount = space?.size() ?? 0;
    const analysis = questions.analyzeFor(
      spaceId,
      chunkCount,
      chunkCount > 0 ? space?.language() : undefined,
    );
    if (space) hits.push(...searchSpace(space, spaceId, analysis, each, scope));
  }
  return questions.toResult(hits, limit);
}
