import { type FilteredScope, type LexicalHit, type LexicalResult, matchesFilter } from "@quarry/core";
import { createSpaceQuestions, createYieldToEventLoop } from "@quarry/core/internal";
import { detectLanguage } from "@quarry/core/internal/language";
import type { Organizations } from "./organization/organizations.ts";
import { searchSpace } from "./space/search-space.ts";
import type { IndexedDocument } from "./space/space-index.ts";

/**
 * Searches the spaces of a scope for the best chunks of each. Yields to the event loop between spaces.
 * @param each Maximum number of hits per space.
 */
export async function searchSpaces(
  organizations: Organizations,
  scope: FilteredScope,
  query: string,
  each: number,
): Promise<LexicalResult> {
  const accepts = createScopeFilter(scope);
  const questions = createSpaceQuestions(query, detectLanguage);
  const hits: LexicalHit[] = [];
  const yieldToEventLoop = createYieldToEventLoop();
  for (const spaceId of new Set(scope.spaceIds)) {
    await yieldToEventLoop();
    const space = organizations.byId.get(scope.orgId)?.spaces.get(spaceId);
    const chunkCount = space?.size() ?? 0;
    const analysis = questions.analyzeFor(
      spaceId,
      chunkCount,
      chunkCount > 0 ? space?.language() : undefined,
    );
    if (space) for (const hit of searchSpace(space, analysis, each, accepts)) hits.push({ ...hit, spaceId });
  }
  return questions.toResult(hits);
}

/**
 * Creates a predicate for a scope's document ids and filter that evaluates each document's metadata once; undefined for
 * a scope without either.
 */
function createScopeFilter({
  documentIds,
  filter,
}: FilteredScope): ((document: IndexedDocument) => boolean) | undefined {
  if (!documentIds && !filter) return undefined;
  const wanted = documentIds && new Set(documentIds);
  const known = new Map<IndexedDocument, boolean>();
  return (document) => {
    if (wanted && !wanted.has(document.id)) return false;
    if (!filter) return true;
    const before = known.get(document);
    if (before !== undefined) return before;
    const passes = matchesFilter(document.metadata, filter);
    known.set(document, passes);
    return passes;
  };
}
