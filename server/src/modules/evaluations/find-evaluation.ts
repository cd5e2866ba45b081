import { QuarryError } from "@quarry/core";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { requireActiveSpace } from "../../records/spaces/active-space.ts";
import * as queries from "./evaluation-rows.ts";
import * as runQueries from "./run-rows.ts";

/**
 * Finds an evaluation with its space.
 * @throws QuarryError `not_found`.
 */
export async function findEvaluation(db: Database, scope: TenantScope, spaceName: string, id: string) {
  const space = await requireActiveSpace(db, scope, spaceName);
  const evaluation = await queries.findEvaluation(db, scope.orgId, space.id, id);
  if (!evaluation) throw evaluationNotFound("evaluation", id);
  return { space, evaluation };
}

/**
 * Finds an evaluation without its queries, with its space.
 * @throws QuarryError `not_found`.
 */
export async function findEvaluationHead(db: Database, scope: TenantScope, spaceName: string, id: string) {
  const space = await requireActiveSpace(db, scope, spaceName);
  const evaluation = await queries.findEvaluationHead(db, scope.orgId, space.id, id);
  if (!evaluation) throw evaluationNotFound("evaluation", id);
  return { space, evaluation };
}

/**
 * Finds a run with its evaluation and space.
 * @throws QuarryError `not_found`.
 */
export async function findRun(
  db: Database,
  scope: TenantScope,
  spaceName: string,
  id: string,
  runId: string,
) {
  const { space, evaluation } = await findEvaluationHead(db, scope, spaceName, id);
  const run = await runQueries.findRun(db, scope.orgId, evaluation.id, runId);
  if (!run) throw evaluationNotFound("run", runId);
  return { space, evaluation, run };
}

/** The error for a missing evaluation or run. */
export function evaluationNotFound(what: "evaluation" | "run", id: string): QuarryError {
  return new QuarryError("not_found", `There is no ${what} ${JSON.stringify(id)} here.`);
}
