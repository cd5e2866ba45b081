import type { Degraded, QueryBody, QueryResponse } from "@quarry/schema";
import type { TenantScope } from "../platform/access/tenant-scope.ts";
import type { Database } from "../platform/database/database.ts";
import { CALLER_LEFT } from "../platform/limits/caller-left.ts";
import type { PluginHealth } from "../platform/plugins/plugin-health.ts";
import { type Timings, timed } from "../platform/timings.ts";
import { describeResults, groupBySpace } from "./explain/describe-results.ts";
import { findPassages } from "./find-passages.ts";
import type { LiveRows } from "./live/live-rows.ts";
import { readQuery } from "./query-plan.ts";
import { findRequestedSpaces, vectorWeightsOf } from "./requested-spaces.ts";
import { keepTopPassages } from "./rerank/keep-top-passages.ts";
import type { Reranking } from "./rerank/rerank.ts";
import type { LegSearch } from "./search/search-legs.ts";

/** Options of a query that are not the caller's. */
export interface QueryOptions {
  /** Replaces the spaces' own vector weights, to measure the effect of another weight. */
  readonly vectorWeight?: number | undefined;
  /** Receives how long each step took. */
  readonly timings?: Timings | undefined;
  /** Receives the ids of the spaces that are searched. */
  readonly onSpaces?: ((ids: readonly string[]) => void) | undefined;
  /** Aborted when no one waits for the answer any more. A function, because to ask the server for the signal takes longer than to search a small space. */
  readonly signal?: (() => AbortSignal) | undefined;
}

/** Answers questions with ranked passages. */
export interface QueryService {
  query(scope: TenantScope, body: QueryBody, options?: QueryOptions): Promise<QueryResponse>;
}

/**
 * Creates the query service. `ready` resolves when the indexes match the database.
 * @param health Of a vector store that may hold what the database does not.
 */
export function createQueryService(deps: {
  readonly db: Database;
  readonly live: LiveRows;
  readonly legSearch: LegSearch;
  readonly reranking: Reranking;
  readonly ready: Promise<void>;
  readonly health?: PluginHealth | undefined;
}): QueryService {
  const { db, live, reranking, ready } = deps;

  return {
    async query(scope, body, { vectorWeight, timings, onSpaces, signal } = {}) {
      const { orgId } = scope;
      const plan = readQuery(body, reranking.candidatesOf(body.rerank));
      const requested = findRequestedSpaces(live, scope, body.spaceIds);
      await ready;

      // When the query names spaces by id, the search starts before the spaces are read; a failed check discards it.
      const spaceIds = await requested.ids;
      onSpaces?.(spaceIds);
      const where = {
        orgId,
        spaceIds,
        vectorWeights: vectorWeightsOf(requested.rows, vectorWeight),
        timings,
        signal,
      };
      const found = await findPassages(deps, where, plan, requested.rows, body.explain ?? false);

      // Reranking is the one step that costs money.
      if (plan.candidates > 0 && signal?.().aborted) throw CALLER_LEFT;
      const reranked =
        plan.candidates > 0
          ? await reranking.rerank(plan.question, found.passages, plan.candidates)
          : undefined;
      const kept = keepTopPassages(reranked?.passages ?? found.passages, found.removed, plan);

      const answer = { ...found, ...kept, reranking: reranked };
      const { results, ...described } = await timed(timings, "answer", () =>
        describeResults(db, orgId, plan, body, answer),
      );
      const degraded = bothDegraded(found.search.degraded, reranked?.degraded);
      return {
        results,
        totalResults: results.length,
        ...(body.groupBySpace ? { groupedBySpace: groupBySpace(found.spaces, results) } : {}),
        ...described,
        ...(reranked?.reranked ? { reranked: reranked.reranked } : {}),
        ...(found.noResults ? { noResults: found.noResults } : {}),
        ...(degraded ? { degraded } : {}),
      };
    },
  };
}

/** Reports problems of the search and of reranking together, with the mode of the search, whose problems weigh more. */
function bothDegraded(search: Degraded | undefined, reranking: Degraded | undefined): Degraded | undefined {
  if (!search || !reranking) return search ?? reranking;
  return { mode: search.mode, reason: `${search.reason} ${reranking.reason}` };
}
