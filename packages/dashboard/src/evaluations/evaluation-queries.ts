import type {
  Evaluation,
  EvaluationName,
  EvaluationRun,
  EvaluationRunPage,
  EvaluationSummary,
  Quarry,
} from "@quarry/sdk";

/** Runs that the plot shows. */
const RUNS_SHOWN = 30;

/** All evaluations of a space, newest first. */
export function evaluationsQuery(quarry: Quarry, spaceId: string) {
  return {
    queryKey: ["evaluations", spaceId],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<EvaluationSummary[]> => {
      const all: EvaluationSummary[] = [];
      for await (const each of quarry.evaluations.list({ spaceId, pageSize: 100 }, { signal }))
        all.push(each);
      return all;
    },
  };
}

/** An evaluation with its golden queries. */
export function evaluationQuery(quarry: Quarry, name: EvaluationName) {
  return {
    queryKey: ["evaluations", name.spaceId, name.id],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Evaluation> =>
      (await quarry.evaluations.get(name, { signal })).evaluation,
  };
}

/** The last runs of an evaluation, newest first. */
export function runsQuery(quarry: Quarry, name: EvaluationName) {
  return {
    queryKey: ["evaluations", name.spaceId, name.id, "runs"],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<EvaluationRunPage> =>
      quarry.evaluations.runs({ ...name, pageSize: RUNS_SHOWN }, { signal }),
  };
}

/** A run with the result of each query. */
export function runQuery(quarry: Quarry, name: EvaluationName, runId: string) {
  return {
    queryKey: ["evaluations", name.spaceId, name.id, "runs", runId],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<EvaluationRun> =>
      (await quarry.evaluations.getRun({ ...name, runId }, { signal })).run,
    staleTime: Number.POSITIVE_INFINITY,
  };
}
