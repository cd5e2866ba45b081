import type { Clock } from "@quarry/core";
import type { NewId } from "@quarry/core/internal";
import {
  type EvaluationRun,
  type EvaluationRunSummary,
  type FitResponse,
  LIMITS,
  type PageOf,
  type RunEvaluationBody,
} from "@quarry/schema";
import type { Caller } from "../../platform/access/caller.ts";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { type PageRequest, toPage } from "../../platform/paging.ts";
import type { QueryService } from "../../retrieve/query-service.ts";
import type { LegSearch } from "../../retrieve/search/search-legs.ts";
import type { SpaceService } from "../spaces/service.ts";
import { createEmbedQuestions } from "./embed-questions.ts";
import * as queries from "./evaluation-rows.ts";
import { evaluationNotFound, findEvaluation, findEvaluationHead, findRun } from "./find-evaluation.ts";
import { createFitEvaluation } from "./fit-evaluation.ts";
import { reportPage } from "./report/report-page.ts";
import { createRunEvaluation } from "./run-evaluation.ts";
import * as runQueries from "./run-rows.ts";
import { createRunSlots } from "./run-slots.ts";
import { toRun, toRunSummary } from "./to-evaluation.ts";

const DEFAULT_K = 10;

/** Runs golden queries and fits the ranking to them. */
export interface EvaluationRuns {
  /**
   * Runs every query and stores the results. Stores nothing when `signal` is aborted.
   * @throws QuarryError `unavailable` while two evaluations of the organization run, here and in `fit`.
   */
  run(
    scope: TenantScope,
    space: string,
    id: string,
    body: RunEvaluationBody,
    signal: AbortSignal,
  ): Promise<EvaluationRun>;
  runs(
    scope: TenantScope,
    space: string,
    id: string,
    page: PageRequest,
  ): Promise<PageOf<EvaluationRunSummary>>;
  getRun(scope: TenantScope, space: string, id: string, runId: string): Promise<EvaluationRun>;
  /** Renders a run as an HTML page. */
  report(scope: TenantScope, space: string, id: string, runId: string): Promise<string>;
  /** Finds the best vector weight. With `apply`, sets it on the space if it is recommended. */
  fit(caller: Caller, space: string, id: string, apply: boolean, signal: AbortSignal): Promise<FitResponse>;
}

/** Creates the part of the evaluation service that runs golden queries and fits the ranking to them. */
export function createEvaluationRuns(deps: {
  readonly db: Database;
  readonly newId: NewId;
  readonly clock: Clock;
  readonly ready: Promise<void>;
  readonly queries: QueryService;
  readonly legSearch: LegSearch;
  readonly spaces: Pick<SpaceService, "update">;
}): EvaluationRuns {
  const { db, newId, clock, ready, legSearch, spaces } = deps;
  const inSlot = createRunSlots();
  const embedQuestions = createEmbedQuestions(legSearch);
  const runEvaluation = createRunEvaluation({ queries: deps.queries, embedQuestions });
  const fitEvaluation = createFitEvaluation({ db, legSearch, embedQuestions });

  return {
    async run(scope, spaceName, id, { configurations = [{}], k = DEFAULT_K }, signal) {
      const { space, evaluation } = await findEvaluation(db, scope, spaceName, id);
      await ready;
      const outcome = await inSlot(scope.orgId, () =>
        runEvaluation({ scope, space, queries: evaluation.queries, configurations, k, signal }),
      );
      const wanted = evaluation.queries.flatMap(({ relevant }) => relevant.map(({ filename }) => filename));
      const held = new Set((await queries.findFilenames(db, scope.orgId, space.id, wanted)).values());
      const missingDocuments = [...new Set(wanted)].filter((filename) => !held.has(filename));
      const row: runQueries.RunRow = {
        id: newId("evaluationRun"),
        orgId: scope.orgId,
        evaluationId: id,
        figures: { ...outcome.figures, missingDocuments },
        queries: outcome.queries,
        createdAt: new Date(clock.now()),
      };
      if (!(await runQueries.insertRun(db, row, LIMITS.evaluationRunsKept)))
        throw evaluationNotFound("evaluation", id);
      return toRun(row);
    },

    async runs(scope, spaceName, id, page) {
      const { evaluation } = await findEvaluationHead(db, scope, spaceName, id);
      const { rows, total } = await runQueries.listRuns(db, scope.orgId, evaluation.id, page);
      return toPage(rows.map(toRunSummary), total, page);
    },

    getRun: async (scope, spaceName, id, runId) =>
      toRun((await findRun(db, scope, spaceName, id, runId)).run),

    async report(scope, spaceName, id, runId) {
      const { space, evaluation, run } = await findRun(db, scope, spaceName, id, runId);
      return reportPage({ spaceName: space.name, evaluationName: evaluation.name, run: toRun(run) });
    },

    async fit(caller, spaceName, id, apply, signal) {
      const { space, evaluation } = await findEvaluation(db, caller, spaceName, id);
      await ready;
      const { orgId } = caller;
      const { vectorWeight, current, recommended, queryCount, curve, heldOut } = await inSlot(orgId, () =>
        fitEvaluation({ orgId, space, queries: evaluation.queries, signal }),
      );
      const applied = apply && recommended;
      if (applied) await spaces.update(caller, space.id, { ranking: { vectorWeight } });
      return { vectorWeight, current, recommended, applied, queryCount, curve: [...curve], heldOut };
    },
  };
}
