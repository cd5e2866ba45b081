import { parseFilter } from "@quarry/core";
import { invalidField } from "@quarry/core/internal";
import { LIMITS, type QueryBody, type QueryResponse, type ResultItem, type SpaceGroup } from "@quarry/schema";
import type { TenantScope } from "../platform/access/tenant-scope.ts";
import type { Database } from "../platform/database/database.ts";
import { spaceNotFound } from "../records/spaces/space-not-found.ts";
import { findSpaces, type SpaceRow } from "../records/spaces/space-rows.ts";
import { describeResults } from "./explain/describe-results.ts";
import { cutPassages, hydrate } from "./hydrate/hydrate.ts";
import { bothDegraded, type Reranking } from "./rerank.ts";
import type { SearchIndexes } from "./search/search.ts";

/** Answers questions with ranked passages. */
export interface QueryService {
  /** @param vectorWeight In place of the spaces' own, to try out what another would bring. */
  query(scope: TenantScope, body: QueryBody, vectorWeight?: number): Promise<QueryResponse>;
}

/** Each leg brings at least this many hits, so that the merge has what to choose from. */
const MIN_DEPTH = 100;
const DEPTH_FACTOR = 3;
const MAX_ROUNDS = 4;

/** Creates the query service. `ready` resolves when the indexes hold what the database holds. */
export function createQueryService(deps: {
  readonly db: Database;
  readonly search: SearchIndexes;
  readonly reranking: Reranking;
  readonly ready: Promise<void>;
}): QueryService {
  const { db, search, reranking, ready } = deps;

  return {
    async query(scope, body, vectorWeight) {
      const { orgId } = scope;
      const topK = readTopK(body);
      const candidates = reranking.candidatesOf(body.rerank);
      const filter = parseFilter(body.metadata, body.filter);
      const named = namedSpaces(db, scope, body.spaceIds);
      // Whoever waits for it hears of a refusal; nobody does yet.
      named.catch(() => undefined);
      await ready;
      // An index needs but the ids, so a query that has them is not kept waiting. What is found in a space that may not be
      // asked goes nowhere.
      const spaceIds = givenIds(body.spaceIds) ?? (await named).map(({ id }) => id);

      const mode = body.mode ?? "hybrid";
      const threshold = body.threshold ?? 0;
      const vectorWeights = named.then(
        (spaces) => weightsOf(spaces, vectorWeight),
        () => new Map<string, number>(),
      );
      const base = { orgId, spaceIds, question: body.query, mode, filter, vectorWeights };
      const wanted = { topK, candidates, maxPerDocument: body.maxPerDocument ?? topK, filter };
      const mostWanted = Math.max(topK, candidates);
      for (let round = 1, depth = Math.max(MIN_DEPTH, mostWanted * DEPTH_FACTOR); ; round += 1, depth *= 4) {
        const searching = search({ ...base, depth });
        // That a space is not there says more than what else went wrong.
        const [spaces, found] = await inTurn(named, searching);
        const passing = found.hits.filter((hit) => hit.similarity >= threshold);
        const live = await hydrate(db, orgId, passing, wanted);
        // Hits that are no longer live leave room: look deeper until topK are found or there are no more.
        const exhausted = !found.mayHaveMore || passing.length < found.hits.length;
        if (!live.isFull && !exhausted && round < MAX_ROUNDS) continue;
        const reranked =
          candidates > 0 ? await reranking.rerank(body.query, live.passages, candidates) : undefined;
        const hydrated = cutPassages({ ...live, passages: reranked?.passages ?? live.passages }, wanted);
        const answer = {
          spaces,
          search: { ...base, depth },
          threshold,
          found,
          hydrated,
          reranking: reranked,
        };
        const { results, ...described } = await describeResults({ db, search }, body, answer);
        const degraded = bothDegraded(found.degraded, reranked?.degraded);
        return {
          results,
          totalResults: results.length,
          ...(body.groupBySpace ? { groupedBySpace: groupBySpace(spaces, results) } : {}),
          ...described,
          ...(reranked?.reranked ? { reranked: reranked.reranked } : {}),
          ...(degraded ? { degraded } : {}),
        };
      }
    },
  };
}

function readTopK({ topK, limit }: QueryBody): number {
  if (topK !== undefined && limit !== undefined && topK !== limit)
    throw invalidField("/limit", "means the same as topK and must not differ from it");
  return topK ?? limit ?? LIMITS.topKDefault;
}

/** The vector leg's weight in each space that has one of its own. */
function weightsOf(spaces: readonly SpaceRow[], tried: number | undefined): ReadonlyMap<string, number> {
  return new Map(
    spaces.flatMap(({ id, vectorWeight }): [string, number][] => {
      const weight = tried ?? vectorWeight;
      return weight === null ? [] : [[id, weight]];
    }),
  );
}

/** The names, when each of them is an id. */
function givenIds(spaceIds: string | string[]): string[] | undefined {
  const names = [...new Set(typeof spaceIds === "string" ? [spaceIds] : spaceIds)];
  return names.every((name) => name.startsWith("spc_")) ? names : undefined;
}

/** Waits for two promises; of two failures the first one's counts. */
async function inTurn<First, Second>(
  first: Promise<First>,
  second: Promise<Second>,
): Promise<[First, Second]> {
  const [one, two] = await Promise.allSettled([first, second]);
  if (one.status === "rejected") throw one.reason;
  if (two.status === "rejected") throw two.reason;
  return [one.value, two.value];
}

async function namedSpaces(
  db: Database,
  scope: TenantScope,
  spaceIds: string | string[],
): Promise<SpaceRow[]> {
  const names = [...new Set(typeof spaceIds === "string" ? [spaceIds] : spaceIds)];
  const byName = new Map<string, SpaceRow>();
  for (const row of await findSpaces(db, scope, names)) byName.set(row.id, row).set(row.slug, row);
  const found = names.map((name) => {
    const row = byName.get(name);
    if (!row || row.isArchived) throw spaceNotFound(name);
    return row;
  });
  return [...new Set(found)];
}

function groupBySpace(
  spaces: readonly SpaceRow[],
  results: readonly ResultItem[],
): Record<string, SpaceGroup> {
  return Object.fromEntries(
    spaces.map(({ id, name, description }) => {
      const chunks = results.filter((result) => result.space.id === id);
      return [id, { space: { id, name, description }, chunks, totalMatches: chunks.length }];
    }),
  );
}
