import { type LexicalIndex, QuarryError } from "@quarry/core";
import type { Legs } from "@quarry/core/internal";
import type { Degraded } from "@quarry/schema";
import type { SearchRequest } from "./search-request.ts";
import type { FoundVectors, ModelLeg, SearchVectors } from "./vector-search.ts";

/** The hits of each leg, not yet fused. */
export interface FoundLegs {
  readonly legs: Omit<Legs, "vectors"> & { readonly vectors: readonly ModelLeg[] };
  /** True when a leg may have more hits than it returned. */
  readonly mayHaveMore: boolean;
  readonly degraded: Degraded | undefined;
}

/** Runs the lexical and the vector leg in parallel. */
export type SearchLegs = (request: SearchRequest) => Promise<FoundLegs>;

/** Creates the search of both derived indexes. */
export function createLegSearch(deps: {
  readonly lexical: LexicalIndex;
  readonly searchVectors: SearchVectors;
}): SearchLegs {
  const { lexical, searchVectors } = deps;

  /** In hybrid mode the lexical leg answers alone while the provider is unavailable; `degraded` reports it. */
  async function searchVectorLegs(request: SearchRequest): Promise<FoundVectors> {
    if (request.mode === "lexical") return { legs: [], problem: undefined };
    try {
      const found = await searchVectors(request);
      if (request.mode === "vector" && found.legs.length === 0 && found.problem) throw found.problem;
      return found;
    } catch (error) {
      if (request.mode === "vector" || !QuarryError.isInstance(error) || error.code !== "unavailable")
        throw error;
      return { legs: [], problem: error };
    }
  }

  return async (request) => {
    const { orgId, spaceIds, question, mode, filter, depth } = request;
    const scope = { orgId, spaceIds, ...(filter ? { filter } : {}) };
    const [words, { legs, problem }] = await Promise.all([
      // Vector mode needs the lexical index only for the number of query terms, which calibrates the similarity.
      lexical.search(scope, question, mode === "vector" ? 1 : depth),
      searchVectorLegs(request),
    ]);
    const vectorWeights = await request.vectorWeights;
    const lexicalHits = mode === "vector" ? undefined : words.hits;
    return {
      legs: {
        lexical: lexicalHits,
        vectors: legs,
        queryTerms: words.queryTerms,
        chunkCounts: words.chunkCounts,
        ...(vectorWeights ? { vectorWeights } : {}),
      },
      mayHaveMore:
        (lexicalHits?.length ?? 0) >= depth ||
        // Behind a vector hit with no score there are only more of the same.
        legs.some(({ hits }) => (hits[depth - 1]?.score ?? 0) > 0),
      degraded: problem && { mode: "lexical", reason: problem.message },
    };
  };
}
