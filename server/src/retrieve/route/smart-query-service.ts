import type { LexicalIndex } from "@quarry/core";
import { type RoutedSpace, routeSpaces, routingReason } from "@quarry/core/internal";
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
import {
  findActiveSpaces,
  listArchivedIds,
  listUnseenIds,
  type SpaceRow,
} from "../../records/spaces/space-rows.ts";
import type { QueryService } from "../query-service.ts";
import type { Reranking } from "../rerank.ts";
import { findEvidence, type NamedEvidence } from "./routing-evidence.ts";

/** Recommends the spaces to ask, without a language model. */
export interface SmartQueryService {
  smartQuery(scope: TenantScope, body: SmartQueryBody): Promise<SmartQueryResponse>;
}

/** Spaces that are compared by their vocabularies: a look-up a word. */
const COMPARED_SPACES = 64;
/** A search in a space costs about a millisecond: only the likeliest spaces get one. */
const SEARCHED_SPACES = 16;
const MAX_ROUNDS = 3;

type Routed = RoutedSpace<NamedEvidence>;

/** Creates the service that routes questions to spaces. */
export function createSmartQueryService(deps: {
  readonly db: Database;
  readonly lexical: LexicalIndex;
  readonly queries: QueryService;
  readonly reranking: Reranking;
  readonly ready: Promise<void>;
}): SmartQueryService {
  const { db, lexical, queries, reranking, ready } = deps;

  /** The spaces worth asking as they are now, best first. */
  async function route(scope: TenantScope, question: string, limit: number, minRelevance: number) {
    const depth = Math.max(COMPARED_SPACES, limit);
    const searched = Math.max(SEARCHED_SPACES, limit);
    const { orgId } = scope;
    let except: ReadonlySet<string> = new Set(await listUnseenIds(db, scope));
    for (let round = 1; ; round += 1) {
      const found = await findEvidence(lexical, { orgId, question, depth, searched, except });
      const routed = routeSpaces(found.evidence, found.queryTerms).filter(
        ({ relevance }) => relevance > 0 && relevance >= minRelevance,
      );
      const { live, dead } = await takeLive(db, scope, routed, limit);
      if (dead.length === 0 || round >= MAX_ROUNDS) return live;
      // Archived spaces took the place of others, so all of them are passed over.
      except = new Set([...except, ...dead, ...(await listArchivedIds(db, orgId))]);
    }
  }

  return {
    async smartQuery(
      scope,
      { search, limit = LIMITS.smartLimitDefault, minRelevance = MIN_RELEVANCE, ...body },
    ) {
      // Refused whether or not there is a space to search.
      reranking.candidatesOf(body.rerank);
      await ready;
      const mentionsIn = createMentionFinder(body.query);
      const routed = await route(scope, body.query, limit, minRelevance);
      const recommendations = routed.map(({ space, routed }) =>
        toRecommendation(space, routed, mentionsIn, body.explain ?? false),
      );
      if (!search) return { recommendations };
      const spaceIds = recommendations.map(({ spaceId }) => spaceId);
      if (spaceIds.length === 0) return { recommendations, ...nothingFound(body) };
      return { recommendations, ...(await queries.query(scope, { ...body, spaceIds })) };
    },
  };
}

interface LiveSpace {
  readonly space: SpaceRow;
  readonly routed: Routed;
}

/** The first `limit` that are live, and the ids that were met on the way and are not. */
async function takeLive(
  db: Database,
  scope: TenantScope,
  routed: readonly Routed[],
  limit: number,
): Promise<{ live: LiveSpace[]; dead: string[] }> {
  const live: LiveSpace[] = [];
  const dead: string[] = [];
  for (let start = 0; start < routed.length && live.length < limit; start += limit) {
    const page = routed.slice(start, start + limit);
    const spaces = await findActiveSpaces(
      db,
      scope,
      page.map(({ spaceId }) => spaceId),
    );
    for (const one of page) {
      const space = spaces.get(one.spaceId);
      if (!space) dead.push(one.spaceId);
      else if (live.length < limit) live.push({ space, routed: one });
    }
  }
  return { live, dead };
}

function toRecommendation(
  { id, name, description }: SpaceRow,
  { relevance, described, evidence }: Routed,
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

/** Nothing is worth asking, which is an answer too. */
function nothingFound({ groupBySpace, explain }: Pick<SmartQueryBody, "groupBySpace" | "explain">) {
  return {
    results: [],
    totalResults: 0,
    ...(groupBySpace ? { groupedBySpace: {} } : {}),
    ...(explain ? { reasoning: "No space was searched: none is likely enough to answer." } : {}),
  };
}
