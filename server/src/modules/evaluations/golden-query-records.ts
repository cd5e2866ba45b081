import { type Clock, QuarryError } from "@quarry/core";
import type { NewId } from "@quarry/core/internal";
import {
  type CreateEvaluationBody,
  type Evaluation,
  type EvaluationSummary,
  LIMITS,
  type PageOf,
  type UpdateEvaluationBody,
} from "@quarry/schema";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { isUniqueViolation } from "../../platform/log/database-errors.ts";
import { type PageRequest, toPage } from "../../platform/paging.ts";
import { requireActiveSpace } from "../../records/spaces/active-space.ts";
import { lockSpaces } from "../../records/spaces/lock-spaces.ts";
import { spaceNotFound } from "../../records/spaces/space-not-found.ts";
import * as queries from "./evaluation-rows.ts";
import { evaluationNotFound, findEvaluation, findEvaluationHead } from "./find-evaluation.ts";
import { readGoldenQueries } from "./golden-queries.ts";
import * as runQueries from "./run-rows.ts";
import { toEvaluation, toEvaluationSummary } from "./to-evaluation.ts";

/** Stores the golden queries of spaces. */
export interface GoldenQueries {
  create(scope: TenantScope, space: string, body: CreateEvaluationBody): Promise<Evaluation>;
  list(scope: TenantScope, space: string, page: PageRequest): Promise<PageOf<EvaluationSummary>>;
  get(scope: TenantScope, space: string, id: string): Promise<Evaluation>;
  update(scope: TenantScope, space: string, id: string, body: UpdateEvaluationBody): Promise<Evaluation>;
  delete(scope: TenantScope, space: string, id: string): Promise<void>;
}

/** Creates the part of the evaluation service that stores golden queries. */
export function createGoldenQueries(deps: {
  readonly db: Database;
  readonly newId: NewId;
  readonly clock: Clock;
}): GoldenQueries {
  const { db, newId, clock } = deps;

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
      await rejectTakenName(body.name, () =>
        db.transaction(async (tx) => {
          // The lock prevents a concurrent purge of the space, and concurrent inserts beyond the limit.
          const [locked] = await lockSpaces(tx, scope.orgId, [space.id]);
          if (!locked || locked.isArchived) throw spaceNotFound(spaceName);
          if ((await queries.countEvaluations(tx, scope.orgId, space.id)) >= LIMITS.evaluationsMax)
            throw new QuarryError(
              "forbidden",
              `This space has ${LIMITS.evaluationsMax} evaluations, which is the limit. Delete one first.`,
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

    get: async (scope, spaceName, id) =>
      toEvaluation((await findEvaluation(db, scope, spaceName, id)).evaluation),

    async update(scope, spaceName, id, body) {
      const { space } = await findEvaluationHead(db, scope, spaceName, id);
      const change = { ...changeOf(body), updatedAt: new Date(clock.now()) };
      const row = await rejectTakenName(body.name, () =>
        queries.updateEvaluation(db, scope.orgId, space.id, id, change),
      );
      if (!row) throw evaluationNotFound("evaluation", id);
      return toEvaluation(row);
    },

    async delete(scope, spaceName, id) {
      const space = await requireActiveSpace(db, scope, spaceName);
      if (!(await queries.deleteEvaluation(db, scope.orgId, space.id, id)))
        throw evaluationNotFound("evaluation", id);
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

/** Turns a unique violation into a `conflict` error. */
async function rejectTakenName<Result>(
  name: string | undefined,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new QuarryError(
      "conflict",
      `Another evaluation of this space has the name ${JSON.stringify(name)}. Choose a different name, or update that evaluation.`,
    );
  }
}
