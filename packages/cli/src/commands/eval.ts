import { writeFile } from "node:fs/promises";
import type { EvaluationRun } from "@quarry/schema";
import type { Command } from "../command-shape.ts";
import { connect } from "../connect.ts";
import { EVAL_USAGE, type EvalOptions, readEvalOptions } from "../evaluation/eval-options.ts";
import { findEvaluation, keepEvaluation } from "../evaluation/find-evaluation.ts";
import { readGoldenFile } from "../evaluation/golden-file.ts";
import { runText } from "../evaluation/run-text.ts";
import { printJson, tell } from "../printing.ts";
import { UsageError } from "../usage-error.ts";
import { waiting } from "../waiting.ts";

/** `quarry eval`: asks golden queries, shows the figures, and fails when they are not good enough. */
export const evalCommand: Command = {
  summary: "ask golden queries, compare two ways to answer them, check a minimum",
  usage: EVAL_USAGE,
  async run(args: readonly string[]): Promise<number> {
    const options = readEvalOptions(args);
    const { space: spaceId, source, k } = options;
    // Read before anything is asked of the server: a broken file should show at once.
    const golden = "file" in source ? await readGoldenFile(source.file) : undefined;
    const quarry = connect(options);
    const evaluation = golden
      ? await keepEvaluation(quarry, spaceId, golden)
      : await findEvaluation(quarry, spaceId, "evaluation" in source ? source.evaluation : "");
    const name = { spaceId, id: evaluation.id };
    const { run } = await waiting(
      `asking ${evaluation.queryCount} queries`,
      quarry.evaluations.run({ ...name, k, configurations: configurationsOf(options) }),
    );
    if (options.report !== undefined)
      await save(options.report, await quarry.evaluations.report({ ...name, runId: run.id }));
    if (options.json) printJson(run);
    else console.log(runText(evaluation.name, run));
    return isGoodEnough(run, options.minNdcg) ? 0 : 1;
  },
};

function configurationsOf({ mode, compareMode }: EvalOptions) {
  const first = mode === undefined ? {} : { mode };
  return compareMode === undefined ? [first] : [first, { mode: compareMode }];
}

async function save(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: unknown) => {
    throw new UsageError(`The report could not be written to ${path}: ${(error as Error).message}`);
  });
}

function isGoodEnough({ k, configurations: [first] }: EvaluationRun, minimum: number | undefined): boolean {
  if (minimum === undefined || first === undefined || first.ndcg.value >= minimum) return true;
  const { name, ndcg } = first;
  tell(
    `nDCG@${k} of ${name} is ${ndcg.value.toFixed(4)}, ${(minimum - ndcg.value).toFixed(4)} below the minimum of ${minimum}.`,
  );
  return false;
}
