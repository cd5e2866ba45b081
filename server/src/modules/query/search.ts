import {
  type Filter,
  type FusedHit,
  fuse,
  type LexicalIndex,
  QuarryError,
  vectorWeightOf,
} from "@quarry/core";
import type { Degraded, ExplainedLeg, QueryMode } from "@quarry/schema";
import type { SearchVectors, VectorLegs } from "./vector-legs.ts";

/** A search over the derived indexes. */
export interface Search {
  readonly orgId: string;
  readonly spaceIds: readonly string[];
  readonly question: string;
  readonly mode: QueryMode;
  readonly filter: Filter | undefined;
  /** How many hits each leg brings. */
  readonly depth: number;
}

/** What a search found, best first; not yet checked against the live rows. */
export interface SearchResult {
  readonly hits: readonly FusedHit[];
  /** True when a leg may hold more hits than it brought. */
  readonly mayHaveMore: boolean;
  readonly degraded: Degraded | undefined;
  /** The legs that ran, and what they counted. */
  readonly legs: readonly ExplainedLeg[];
}

/** Runs the legs side by side and merges them. */
export type SearchIndexes = (search: Search) => Promise<SearchResult>;

/** Creates the search over both derived indexes. */
export function createSearch(deps: {
  readonly lexical: LexicalIndex;
  readonly searchVectors: SearchVectors;
}): SearchIndexes {
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
    const lexicalHits = mode === "vector" ? undefined : words.hits;
    const brought = { lexical: lexicalHits, vectors: legs, queryTerms: words.queryTerms };
    const vectorWeight = vectorWeightOf(brought);
    return {
      hits: fuse({ ...brought, chunkCounts: words.chunkCounts }),
      mayHaveMore:
        (lexicalHits?.length ?? 0) >= depth ||
        // What lies behind a vector hit that is no match is none either.
        legs.some(({ hits }) => (hits[depth - 1]?.score ?? 0) > 0),
      degraded: problem && { mode: "lexical", reason: problem.message },
      legs: [
        ...(lexicalHits
          ? [{ name: "lexical" as const, weight: 1 - vectorWeight, candidates: lexicalHits.length }]
          : []),
        ...legs.map(({ model, hits }) => ({
          name: "vector" as const,
          weight: vectorWeight,
          model,
          candidates: hits.length,
        })),
      ],
    };
  };
}
