import { type LexicalIndex, QuarryError } from "@quarry/core";
import { type FusedHit, fuse, type Legs, vectorWeightIn } from "@quarry/core/internal";
import type { Degraded, ExplainedLeg } from "@quarry/schema";
import type { Search } from "./search-request.ts";
import type { ModelLeg, SearchVectors, VectorLegs } from "./vector-legs.ts";

/** What the legs found, not yet merged. */
export interface FoundLegs {
  readonly legs: Omit<Legs, "vectors"> & { readonly vectors: readonly ModelLeg[] };
  /** True when a leg may hold more hits than it brought. */
  readonly mayHaveMore: boolean;
  readonly degraded: Degraded | undefined;
}

/** Runs the legs side by side. */
export type SearchLegs = (search: Search) => Promise<FoundLegs>;

/** What a search found, best first; not yet checked against the live rows. */
export interface SearchResult {
  readonly hits: readonly FusedHit[];
  /** True when a leg may hold more hits than it brought. */
  readonly mayHaveMore: boolean;
  readonly degraded: Degraded | undefined;
  /** The legs that ran, and what they counted. */
  readonly legs: readonly ExplainedLeg[];
}

/** Searches both derived indexes. */
export type SearchIndexes = (search: Search) => Promise<SearchResult>;

/** Creates the search that merges what the legs found. */
export function createSearch(searchLegs: SearchLegs): SearchIndexes {
  return async (search) => {
    const { legs, ...found } = await searchLegs(search);
    return { hits: fuse(legs), ...found, legs: explainLegs(legs, search.spaceIds) };
  };
}

/** Spaces may have weights of their own: those of the legs are then the mean over the spaces. */
function explainLegs({ vectors, ...legs }: FoundLegs["legs"], spaceIds: readonly string[]): ExplainedLeg[] {
  const weights = spaceIds.map((spaceId) => vectorWeightIn(spaceId, { vectors, ...legs }));
  const weight = weights.reduce((sum, each) => sum + each, 0) / Math.max(1, weights.length);
  const words = legs.lexical && {
    name: "lexical" as const,
    weight: 1 - weight,
    candidates: legs.lexical.length,
  };
  const others = vectors.map(({ model, hits }) => ({
    name: "vector" as const,
    weight,
    model,
    candidates: hits.length,
  }));
  return words ? [words, ...others] : others;
}

/** Creates the search of each leg by itself. */
export function createLegSearch(deps: {
  readonly lexical: LexicalIndex;
  readonly searchVectors: SearchVectors;
}): SearchLegs {
  const { lexical, searchVectors } = deps;

  /** In hybrid mode the words alone answer while the provider is away, and the answer says so. */
  async function vectorLegs(search: Search): Promise<VectorLegs> {
    if (search.mode === "lexical") return { legs: [], problem: undefined };
    try {
      const found = await searchVectors(search);
      if (search.mode === "vector" && found.legs.length === 0 && found.problem) throw found.problem;
      return found;
    } catch (error) {
      if (search.mode === "vector" || !QuarryError.isInstance(error) || error.code !== "unavailable")
        throw error;
      return { legs: [], problem: error };
    }
  }

  return async (search) => {
    const { orgId, spaceIds, question, mode, filter, depth } = search;
    const scope = { orgId, spaceIds, ...(filter ? { filter } : {}) };
    const [words, { legs, problem }] = await Promise.all([
      // The vector leg's similarity is read against the number of the question's words, so one hit is asked for.
      lexical.search(scope, question, mode === "vector" ? 1 : depth),
      vectorLegs(search),
    ]);
    const vectorWeights = await search.vectorWeights;
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
        // What lies behind a vector hit that is no match is none either.
        legs.some(({ hits }) => (hits[depth - 1]?.score ?? 0) > 0),
      degraded: problem && { mode: "lexical", reason: problem.message },
    };
  };
}
