import type { EvaluationRun } from "@quarry/schema";
import { tableText } from "../printing.ts";

const SHOWN_MISSING = 10;

/** A run's figures as a table, with what a reader must know below it. */
export function runText(name: string, run: EvaluationRun): string {
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
  const missing = missingDocuments.slice(0, SHOWN_MISSING).join(", ");
  const more = missingDocuments.length > SHOWN_MISSING ? ", ..." : "";
  return [
    `${name}: ${queryCount} queries, with 95 % intervals`,
    tableText(rows),
    ...differenceText(run),
    ...configurations
      .filter(({ degraded }) => degraded > 0)
      .map((each) => `${each.name}: ${each.degraded} queries were answered without some of the vectors.`),
    ...(missing === ""
      ? []
      : [`Judged, but not in the space (${missingDocuments.length}): ${missing}${more}`]),
    `Run ${run.id}`,
  ].join("\n");
}

function differenceText({ k, configurations: [first, second], difference }: EvaluationRun): string[] {
  if (!first || !second || !difference) return [];
  const { ndcg, wins, ties, losses } = difference;
  const isClear = ndcg.low > 0 || ndcg.high < 0;
  return [
    `${second.name} less ${first.name}: ${signed(ndcg.value)} (${signed(ndcg.low)} to ${signed(ndcg.high)}) nDCG@${k}; ${wins} queries better, ${ties} the same, ${losses} worse.${isClear ? "" : " These queries do not tell which is better."}`,
  ];
}

function estimateText({ value, low, high }: EvaluationRun["configurations"][number]["ndcg"]): string {
  return `${value.toFixed(4)} (${low.toFixed(3)}-${high.toFixed(3)})`;
}

function signed(value: number): string {
  return `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(4)}`;
}
