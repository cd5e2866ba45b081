import type { CreateEvaluationBody, EvaluationSummary } from "@quarry/schema";
import type { Quarry } from "@quarry/sdk";
import { UsageError } from "../options/usage-error.ts";

/** The fields of an evaluation that a run needs. */
export type FoundEvaluation = Pick<EvaluationSummary, "id" | "name" | "queryCount">;

/**
 * Finds the evaluation of a space with this id or name.
 * @throws UsageError that lists the existing evaluations.
 */
export async function findEvaluation(
  quarry: Quarry,
  spaceId: string,
  idOrName: string,
): Promise<FoundEvaluation> {
  const names: string[] = [];
  for await (const evaluation of quarry.evaluations.list({ spaceId, pageSize: 100 })) {
    if (evaluation.id === idOrName || evaluation.name === idOrName) return evaluation;
    names.push(JSON.stringify(evaluation.name));
  }
  const known =
    names.length === 0
      ? "It has no evaluations. Create one with --file."
      : `Evaluations: ${names.join(", ")}.`;
  throw new UsageError(`The space has no evaluation ${JSON.stringify(idOrName)}. ${known}`);
}

/** Saves golden queries in a space: updates the evaluation with their name, or creates one. */
export async function saveEvaluation(
  quarry: Quarry,
  spaceId: string,
  golden: CreateEvaluationBody,
): Promise<FoundEvaluation> {
  const { name, queries } = golden;
  for await (const { id, name: known } of quarry.evaluations.list({ spaceId, pageSize: 100 }))
    if (known === name) {
      await quarry.evaluations.update({ spaceId, id, queries });
      return { id, name, queryCount: queries.length };
    }
  const { evaluation } = await quarry.evaluations.create({ spaceId, ...golden });
  return { id: evaluation.id, name, queryCount: queries.length };
}
