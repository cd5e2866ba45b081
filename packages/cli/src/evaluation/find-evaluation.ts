import type { CreateEvaluationBody, EvaluationSummary } from "@quarry/schema";
import type { Quarry } from "@quarry/sdk";
import { UsageError } from "../usage-error.ts";

/** An evaluation, as far as it must be known to run it. */
export type FoundEvaluation = Pick<EvaluationSummary, "id" | "name" | "queryCount">;

/**
 * The evaluation of a space with this id or name.
 * @throws UsageError that names those that there are.
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
  const known = names.length === 0 ? "It has none; make one with --file." : `It has ${names.join(", ")}.`;
  throw new UsageError(`The space has no evaluation ${JSON.stringify(idOrName)}. ${known}`);
}

/** Keeps golden queries in a space: in the evaluation of that name, or in a new one. */
export async function keepEvaluation(
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
