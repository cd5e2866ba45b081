import { type LexicalIndex, type RoutingEvidence, routeSpaces } from "@quarry/core";
import { LIMITS, type Recommendation, type SmartQueryBody, type SmartQueryResponse } from "@quarry/schema";
import type { Database } from "../../database/database.ts";
import { DESCRIPTIONS } from "../../indexing/index-records.ts";
import { listActiveSpaces } from "../spaces/queries.ts";
import type { Reranking } from "./rerank.ts";
import type { QueryService } from "./service.ts";

/** Recommends the spaces to ask, without a language model. */
export interface SmartQueryService {
  smartQuery(orgId: string, body: SmartQueryBody): Promise<SmartQueryResponse>;
}

/** A search in a space costs about a millisecond: only the likeliest spaces get one. */
const SEARCHED_SPACES = 10;

/** Creates the service that routes questions to spaces. */
export function createSmartQueryService(deps: {
  readonly db: Database;
  readonly lexical: LexicalIndex;
  readonly queries: QueryService;
  readonly reranking: Reranking;
  readonly ready: Promise<void>;
}): SmartQueryService {
  const { db, lexical, queries, reranking, ready } = deps;

  async function recommend(orgId: string, question: string, limit: number): Promise<Recommendation[]> {
    const spaces = new Map((await listActiveSpaces(db, orgId)).map((space) => [space.id, space]));
    const described = await lexical.search({ orgId, spaceIds: [DESCRIPTIONS] }, question, spaces.size + 1);
    const descriptionScores = new Map(described.hits.map((hit) => [hit.documentId, hit.score]));
    const sketches = (await lexical.sketch(orgId, [...spaces.keys()], question)).sort(
      (a, b) => b.score - a.score || (a.spaceId < b.spaceId ? -1 : 1),
    );
    let queryTerms = described.queryTerms;
    const evidence: RoutingEvidence[] = [];
    for (const [rank, { spaceId, score, chunkCount }] of sketches.entries()) {
      const descriptionScore = descriptionScores.get(spaceId) ?? 0;
      const isSearched = chunkCount > 0 && (rank < SEARCHED_SPACES || rank < limit);
      const found = isSearched
        ? await lexical.search({ orgId, spaceIds: [spaceId] }, question, 1)
        : undefined;
      queryTerms = Math.max(queryTerms, found?.queryTerms ?? 0);
      const bestScore = found?.hits[0]?.score ?? 0;
      evidence.push({ spaceId, chunkCount, sketch: score, bestScore, descriptionScore });
    }
    return routeSpaces(evidence, queryTerms, spaces.size)
      .slice(0, limit)
      .flatMap(({ spaceId, relevance }): Recommendation[] => {
        const space = spaces.get(spaceId);
        if (!space || relevance === 0) return [];
        return [{ spaceId, name: space.name, description: space.description, relevanceScore: relevance }];
      });
  }

  return {
    async smartQuery(orgId, { search, limit = LIMITS.smartLimitDefault, ...body }) {
      // Refused whether or not there is a space to search.
      reranking.candidatesOf(body.rerank);
      await ready;
      const recommendations = await recommend(orgId, body.query, limit);
      if (!search) return { recommendations };
      const spaceIds = recommendations.map(({ spaceId }) => spaceId);
      if (spaceIds.length === 0) return { recommendations, results: [], totalResults: 0 };
      return { recommendations, ...(await queries.query(orgId, { ...body, spaceIds })) };
    },
  };
}
