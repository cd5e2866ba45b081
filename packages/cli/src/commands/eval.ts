import { writeFile } from "node:fs/promises";
import type { EvaluationRun } from "@quarry/schema";
import { connect } from "../connection/connect.ts";
import { EVAL_USAGE, type EvalOptions, readEvalOptions } from "../evaluation/eval-options.ts";
import { findEvaluation, saveEvaluation } from "../evaluation/find-evaluation.ts";
import { readGoldenFile } from "../evaluation/golden-file.ts";
import { runSummary } from "../evaluation/run-summary.ts";
import type { Command } from "../options/command-definition.ts";
import { UsageError } from "../options/usage-error.ts";
import { QUERY_MODE_NAMES } from "../search/search-options.ts";
import { printJson, printMessage } from "../terminal/output.ts";
import { withSlowNotice } from "../terminal/slow-operation.ts";

/** `quarry eval`: runs golden queries, prints the metrics, and checks a minimum. */
export const evalCommand: Command = {
  usage: EVAL_USAGE,
  values: { "--space": "spaces", "--mode": QUERY_MODE_NAMES, "--compare-mode": QUERY_MODE_NAMES },
  async run(args: readonly string[]): Promise<number> {
    const options = readEvalOptions(args);
    const { space: spaceId, source, k } = options;
    // Read before calling the server, so that an invalid file fails immediately.
    const golden = "file" in source ? await readGoldenFile(source.file) : undefined;
    const quarry = connect(options);
    const evaluation = golden
      ? await saveEvaluation(quarry, spaceId, golden)
      : await findEvaluation(quarry, spaceId, "evaluation" in source ? source.evaluation : "");
    const name = { spaceId, id: evaluation.id };
    const { run } = await withSlowNotice(
      `Running ${evaluation.queryCount} queries`,
      quarry.evaluations.run({ ...name, k, configurations: configurationsOf(options) }),
    );
    if (options.report !== undefined)
      await saveReport(options.report, await quarry.evaluations.report({ ...name, runId: run.id }));
    if (options.json) printJson(run);
    else console.log(runSummary(evaluation.name, run));
    return meetsMinimum(run, options.minNdcg) ? 0 : 1;
  },
};

function configurationsOf({ mode, compareMode }: EvalOptions) {
  const first = mode === undefined ? {} : { mode };
  return compareMode === undefined ? [first] : [first, { mode: compareMode }];
}

async function saveReport(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: unknown) => {
    throw new UsageError(`Cannot write the report to ${path}: ${(error as Error).message}`);
  });
}

function meetsMinimum({ k, configurations: [first] }: EvaluationRun, minimum: number | undefined): boolean {
  if (minimum === undefined || first === undefined || first.ndcg.value >= minimum) return true;
  const { name, ndcg } = first;
  printMessage(
    `nDCG@${k} of ${name} is ${ndcg.value.toFixed(4)}, ${(minimum - ndcg.value).toFixed(4)} below the minimum of ${minimum}.`,
  );
  return false;
}
