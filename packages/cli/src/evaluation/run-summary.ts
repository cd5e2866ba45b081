import type { EvaluationRun } from "@quarry/schema";
import { tableText } from "../terminal/output.ts";

const MAX_MISSING_SHOWN = 10;

/** Formats a run's metrics as a table, followed by notes. */
export function runSummary(name: string, run: EvaluationRun): string {
  const { k, queryCount, configurations, missingDocuments } = run;
  const rows = [
    ["", `nDCG@${k}`, `recall@${k}`, `MRR@${k}`, "p50"],
    ...configurations.map((configuration) => [
      configuration.name,
      estimateText(configuration.ndcg),
      estimateText(configuration.recall),
      estimateText(configuration.mrr),
      `${configuration.latencyP50Ms.toFixed(1)} ms`,
    ]),
  ];
  const missing = missingDocuments.slice(0, MAX_MISSING_SHOWN).join(", ");
  const more = missingDocuments.length > MAX_MISSING_SHOWN ? ", ..." : "";
  return [
    `${name}: ${queryCount} queries, with 95 % confidence intervals`,
    tableText(rows),
    ...differenceText(run),
    ...configurations
      .filter(({ degraded }) => degraded > 0)
      .map((each) => `${each.name}: ${each.degraded} queries ran without some of the vectors.`),
    ...(missing === ""
      ? []
      : [`Relevant documents missing from the space (${missingDocuments.length}): ${missing}${more}`]),
    `Run ${run.id}`,
  ].join("\n");
}

function differenceText({ k, configurations: [first, second], difference }: EvaluationRun): string[] {
  if (!first || !second || !difference) return [];
  const { ndcg, wins, ties, losses } = difference;
  const isClear = ndcg.low > 0 || ndcg.high < 0;
  return [
    `${second.name} minus ${first.name}: ${signed(ndcg.value)} (${signed(ndcg.low)} to ${signed(ndcg.high)}) nDCG@${k}; ${wins} queries better, ${ties} the same, ${losses} worse.${isClear ? "" : " The difference is not significant."}`,
  ];
}

function estimateText({ value, low, high }: EvaluationRun["configurations"][number]["ndcg"]): string {
  return `${value.toFixed(4)} (${low.toFixed(3)}-${high.toFixed(3)})`;
}

function signed(value: number): string {
  return `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(4)}`;
}
