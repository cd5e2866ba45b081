import type { LexicalIndex } from "@quarry/core";
import { routingReason } from "@quarry/core/internal";
import { createMentionFinder } from "@quarry/core/internal/language";
import {
  LIMITS,
  MIN_RELEVANCE,
  type Recommendation,
  type SmartQueryBody,
  type SmartQueryResponse,
} from "@quarry/schema";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { NO_SPACE } from "../explain/why-nothing.ts";
import type { QueryOptions, QueryService } from "../query-service.ts";
import type { Reranking } from "../rerank/rerank.ts";
import { type LiveSpace, routeQuestion } from "./route-question.ts";

/** Recommends the spaces to search for a question, without a language model. */
export interface SmartQueryService {
  smartQuery(scope: TenantScope, body: SmartQueryBody, options?: QueryOptions): Promise<SmartQueryResponse>;
}

/** Creates the service that routes questions to spaces. */
export function createSmartQueryService(deps: {
  readonly db: Database;
  readonly lexical: LexicalIndex;
  readonly queries: QueryService;
  readonly reranking: Reranking;
  readonly ready: Promise<void>;
}): SmartQueryService {
  const { queries, reranking, ready } = deps;

  return {
    async smartQuery(
      scope,
      { search, limit = LIMITS.smartLimitDefault, minRelevance = MIN_RELEVANCE, ...body },
      options = {},
    ) {
      // Rejects `rerank` without a reranker, also when no space will be searched.
      reranking.candidatesOf(body.rerank);
      await ready;
      const mentionsIn = createMentionFinder(body.query);
      const spaces = await routeQuestion(deps, scope, body.query, { limit, minRelevance });
      const recommendations = spaces.map((space) =>
        toRecommendation(space, mentionsIn, body.explain ?? false),
      );
      if (!search) return { recommendations };
      const spaceIds = recommendations.map(({ spaceId }) => spaceId);
      if (spaceIds.length === 0) return { recommendations, ...emptyAnswer(body) };
      return { recommendations, ...(await queries.query(scope, { ...body, spaceIds }, options)) };
    },
  };
}

function toRecommendation(
  { space: { id, name, description }, routed: { relevance, described, evidence } }: LiveSpace,
  mentionsIn: (text: string) => string[],
  explain: boolean,
): Recommendation {
  const { words, bestScore, sketch } = evidence;
  const mentioned = mentionsIn(`${name}\n${description}`);
  return {
    spaceId: id,
    name,
    description,
    relevanceScore: relevance,
    reason: routingReason({ held: bestScore > 0 ? words : [], mentioned, hasPassage: bestScore > 0 }),
    ...(explain ? { evidence: { description: described, vocabulary: sketch, bestPassage: bestScore } } : {}),
  };
}

function emptyAnswer({ groupBySpace, explain }: Pick<SmartQueryBody, "groupBySpace" | "explain">) {
  return {
    results: [],
    totalResults: 0,
    noResults: NO_SPACE,
    ...(groupBySpace ? { groupedBySpace: {} } : {}),
    ...(explain
      ? { reasoning: "No space was searched, because none is likely to answer the question." }
      : {}),
  };
}
