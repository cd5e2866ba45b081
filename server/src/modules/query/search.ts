import {
  type Embedder,
  type Filter,
  type FusedHit,
  fuse,
  type LexicalIndex,
  QuarryError,
  type VectorHit,
  type VectorStore,
} from "@quarry/core";
import type { Degraded, QueryMode } from "@quarry/schema";
import type { QuestionVectors } from "./question-vectors.ts";

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
}

/** Runs the legs side by side and merges them. */
export type SearchIndexes = (search: Search) => Promise<SearchResult>;

/** Creates the search over both derived indexes. */
export function createSearch(deps: {
  readonly lexical: LexicalIndex;
  readonly vectors: VectorStore;
  readonly embedder: Embedder;
  readonly questions: QuestionVectors;
}): SearchIndexes {
  const { lexical, vectors, embedder, questions } = deps;

  async function vectorLeg({ orgId, spaceIds, question, filter, depth }: Search): Promise<VectorHit[]> {
    return vectors.query({
      scope: { orgId, spaceIds },
      model: embedder.model,
      vector: await questions.embed(question),
      topK: depth,
      ...(filter ? { filter } : {}),
    });
  }

  /** In hybrid mode the words alone answer while the provider is away, and the answer says so. */
  async function vectorLegOrReason(search: Search): Promise<VectorHit[] | Degraded> {
    try {
      return await vectorLeg(search);
    } catch (error) {
      if (search.mode === "vector" || !QuarryError.isInstance(error) || error.code !== "unavailable")
        throw error;
      return { mode: "lexical", reason: error.message };
    }
  }

  return async (search) => {
    const { orgId, spaceIds, question, mode, filter, depth } = search;
    const scope = { orgId, spaceIds, ...(filter ? { filter } : {}) };
    const [words, dense] = await Promise.all([
      // The vector leg's similarity is read against the number of the question's words, so one hit is asked for.
      lexical.search(scope, question, mode === "vector" ? 1 : depth),
      mode === "lexical" ? undefined : vectorLegOrReason(search),
    ]);
    const vectorHits = Array.isArray(dense) ? dense : undefined;
    const lexicalHits = mode === "vector" ? undefined : words.hits;
    return {
      hits: fuse({
        lexical: lexicalHits,
        vector: vectorHits && { hits: vectorHits, isComplete: vectorHits.length < depth },
        family: embedder.family,
        queryTerms: words.queryTerms,
        chunkCounts: words.chunkCounts,
      }),
      // What lies behind a vector hit that is no match is none either.
      mayHaveMore: (lexicalHits?.length ?? 0) >= depth || (vectorHits?.[depth - 1]?.score ?? 0) > 0,
      degraded: dense && !Array.isArray(dense) ? dense : undefined,
    };
  };
}
