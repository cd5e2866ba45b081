import { type Clock, QuarryError } from "@quarry/core";
import type { NewId } from "@quarry/core/internal";
import {
  type CreateEvaluationBody,
  type Evaluation,
  type EvaluationRun,
  type EvaluationRunSummary,
  type EvaluationSummary,
  type FitResponse,
  LIMITS,
  type PageOf,
  type RunEvaluationBody,
  type UpdateEvaluationBody,
} from "@quarry/schema";
import type { Caller } from "../../platform/access/caller.ts";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { isUniqueViolation } from "../../platform/log/database-errors.ts";
import { type PageRequest, toPage } from "../../platform/paging.ts";
import { requireActiveSpace } from "../../records/spaces/active-space.ts";
import { lockSpaces } from "../../records/spaces/lock-spaces.ts";
import { spaceNotFound } from "../../records/spaces/space-not-found.ts";
import type { QueryService } from "../../retrieve/query-service.ts";
import type { SearchLegs } from "../../retrieve/search/search.ts";
import type { SpaceService } from "../spaces/service.ts";
import { createEmbedQuestions } from "./embed-questions.ts";
import { createFitEvaluation } from "./fit-evaluation.ts";
import { readGoldenQueries } from "./golden-queries.ts";
import * as queries from "./queries.ts";
import { reportPage } from "./report/report-page.ts";
import { createRunEvaluation } from "./run-evaluation.ts";
import * as runQueries from "./run-queries.ts";
import { toEvaluation, toEvaluationSummary, toRun, toRunSummary } from "./to-evaluation.ts";

/** Keeps the golden queries of spaces, asks them, and fits the ranking to them. A space is named by id or slug. */
export interface EvaluationService {
  create(scope: TenantScope, space: string, body: CreateEvaluationBody): Promise<Evaluation>;
  list(scope: TenantScope, space: string, page: PageRequest): Promise<PageOf<EvaluationSummary>>;
  get(scope: TenantScope, space: string, id: string): Promise<Evaluation>;
  update(scope: TenantScope, space: string, id: string, body: UpdateEvaluationBody): Promise<Evaluation>;
  delete(scope: TenantScope, space: string, id: string): Promise<void>;
  /** Asks every query; ends without an outcome when `signal` is aborted. */
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
  /** A page of HTML that shows a run. */
  report(scope: TenantScope, space: string, id: string, runId: string): Promise<string>;
  /** Finds the best weight of vectors; with `apply` the space gets it, if it is recommended. */
  fit(caller: Caller, space: string, id: string, apply: boolean, signal: AbortSignal): Promise<FitResponse>;
}

const STANDARD_K = 10;

/** Creates the service of evaluations. `ready` resolves when the indexes hold what the database holds. */
export function createEvaluationService(deps: {
  readonly db: Database;
  readonly newId: NewId;
  readonly clock: Clock;
  readonly ready: Promise<void>;
  readonly queries: QueryService;
  readonly searchLegs: SearchLegs;
  readonly spaces: Pick<SpaceService, "update">;
}): EvaluationService {
  const { db, newId, clock, ready, searchLegs, spaces } = deps;
  const embedQuestions = createEmbedQuestions(searchLegs);
  const runEvaluation = createRunEvaluation({ queries: deps.queries, embedQuestions });
  const fitEvaluation = createFitEvaluation({ db, searchLegs, embedQuestions });

  async function find(scope: TenantScope, spaceName: string, id: string) {
    const space = await requireActiveSpace(db, scope, spaceName);
    const evaluation = await queries.findEvaluation(db, scope.orgId, space.id, id);
    if (!evaluation) throw notFound("evaluation", id);
    return { space, evaluation };
  }

  /** The same where the queries are not needed. */
  async function findHead(scope: TenantScope, spaceName: string, id: string) {
    const space = await requireActiveSpace(db, scope, spaceName);
    const evaluation = await queries.findEvaluationHead(db, scope.orgId, space.id, id);
    if (!evaluation) throw notFound("evaluation", id);
    return { space, evaluation };
  }

  async function findRun(scope: TenantScope, spaceName: string, id: string, runId: string) {
    const { space, evaluation } = await findHead(scope, spaceName, id);
    const run = await runQueries.findRun(db, scope.orgId, evaluation.id, runId);
    if (!run) throw notFound("run", runId);
    return { space, evaluation, run };
  }

  return {
    async create(scope, spaceName, body) {
      const space = await requireActiveSpace(db, scope, spaceName);
      const now = new Date(clock.now());
      const row: queries.EvaluationRow = {
        id: newId("evaluation"),
        orgId: scope.orgId,
        spaceId: space.id,
        ...changeOf(body),
        createdAt: now,
        updatedAt: now,
      };
      await refusingTakenNames(body.name, () =>
        db.transaction(async (tx) => {
          // Locked, so that it is not purged meanwhile, and so that there are never more than there may be.
          const [locked] = await lockSpaces(tx, scope.orgId, [space.id]);
          if (!locked || locked.isArchived) throw spaceNotFound(spaceName);
          if ((await queries.countEvaluations(tx, scope.orgId, space.id)) >= LIMITS.evaluationsMax)
            throw new QuarryError(
              "forbidden",
              `This space has ${LIMITS.evaluationsMax} evaluations, the most there may be. Delete one first.`,
            );
          await queries.insertEvaluation(tx, row);
        }),
      );
      return toEvaluation(row);
    },

    async list(scope, spaceName, page) {
      const space = await requireActiveSpace(db, scope, spaceName);
      const { rows, total } = await queries.listEvaluations(db, scope.orgId, space.id, page);
      const latest = await runQueries.findLatestRuns(
        db,
        scope.orgId,
        rows.map(({ id }) => id),
      );
      return toPage(
        rows.map((row) => toEvaluationSummary(row, latest.get(row.id))),
        total,
        page,
      );
    },

    get: async (scope, spaceName, id) => toEvaluation((await find(scope, spaceName, id)).evaluation),

    async update(scope, spaceName, id, body) {
      const { space } = await findHead(scope, spaceName, id);
      const change = { ...changeOf(body), updatedAt: new Date(clock.now()) };
      const row = await refusingTakenNames(body.name, () =>
        queries.updateEvaluation(db, scope.orgId, space.id, id, change),
      );
      if (!row) throw notFound("evaluation", id);
      return toEvaluation(row);
    },

    async delete(scope, spaceName, id) {
      const space = await requireActiveSpace(db, scope, spaceName);
      if (!(await queries.deleteEvaluation(db, scope.orgId, space.id, id))) throw notFound("evaluation", id);
    },

    async run(scope, spaceName, id, { configurations = [{}], k = STANDARD_K }, signal) {
      const { space, evaluation } = await find(scope, spaceName, id);
      await ready;
      const outcome = await runEvaluation({
        ...{ scope, space, queries: evaluation.queries, configurations, k, signal },
      });
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
      if (!(await runQueries.insertRun(db, row, LIMITS.evaluationRunsKept))) throw notFound("evaluation", id);
      return toRun(row);
    },

    async runs(scope, spaceName, id, page) {
      const { evaluation } = await findHead(scope, spaceName, id);
      const { rows, total } = await runQueries.listRuns(db, scope.orgId, evaluation.id, page);
      return toPage(rows.map(toRunSummary), total, page);
    },

    getRun: async (scope, spaceName, id, runId) => toRun((await findRun(scope, spaceName, id, runId)).run),

    async report(scope, spaceName, id, runId) {
      const { space, evaluation, run } = await findRun(scope, spaceName, id, runId);
      return reportPage({ spaceName: space.name, evaluationName: evaluation.name, run: toRun(run) });
    },

    async fit(caller, spaceName, id, apply, signal) {
      const { space, evaluation } = await find(caller, spaceName, id);
      await ready;
      const { vectorWeight, current, recommended, queryCount, curve, heldOut } = await fitEvaluation({
        ...{ orgId: caller.orgId, space, queries: evaluation.queries, signal },
      });
      const applied = apply && recommended;
      if (applied) await spaces.update(caller, space.id, { ranking: { vectorWeight } });
      return { vectorWeight, current, recommended, applied, queryCount, curve: [...curve], heldOut };
    },
  };
}

function changeOf(body: CreateEvaluationBody): Pick<queries.EvaluationRow, "name" | "queries" | "queryCount">;
function changeOf(
  body: UpdateEvaluationBody,
): Partial<Pick<queries.EvaluationRow, "name" | "queries" | "queryCount">>;
function changeOf({ name, queries }: UpdateEvaluationBody) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(queries === undefined ? {} : { queries: readGoldenQueries(queries), queryCount: queries.length }),
  };
}

async function refusingTakenNames<Result>(
  name: string | undefined,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new QuarryError(
      "conflict",
      `Another evaluation of this space has the name ${JSON.stringify(name)}. Choose another one, or change that one.`,
    );
  }
}

function notFound(what: "evaluation" | "run", id: string): QuarryError {
  return new QuarryError("not_found", `There is no ${what} ${JSON.stringify(id)} here.`);
}
