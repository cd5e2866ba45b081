import type { Evaluation, EvaluationRun, EvaluationRunSummary, EvaluationSummary } from "@quarry/schema";
import type { EvaluationHead, EvaluationRow } from "./evaluation-rows.ts";
import type { RunHead, RunRow } from "./run-rows.ts";

/** Converts a row to the API's evaluation. */
export function toEvaluation(row: EvaluationRow): Evaluation {
  return { ...toRecord(row), queries: row.queries };
}

/** Converts a row to the API's list item. */
export function toEvaluationSummary(row: EvaluationHead, latest: RunHead | undefined): EvaluationSummary {
  return {
    ...toRecord(row),
    queryCount: row.queryCount,
    latestRun: latest ? toRunSummary(latest) : null,
  };
}

/** Converts a row to the API's run. */
export function toRun(row: RunRow): EvaluationRun {
  return { ...toRunSummary(row), queries: row.queries };
}

/** Converts a row to the API's list item. */
export function toRunSummary({ id, evaluationId, createdAt, figures }: RunHead): EvaluationRunSummary {
  return { id, evaluationId, createdAt: createdAt.toISOString(), ...figures };
}

function toRecord({ id, spaceId, name, createdAt, updatedAt }: EvaluationHead) {
  return {
    id,
    spaceId,
    name,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
