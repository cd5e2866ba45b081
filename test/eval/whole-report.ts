import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { mean } from "@quarry/core/internal";
import { ablationTable } from "./ablations/index.ts";
import { acrossTable } from "./across-spaces.ts";
import { calibrationTable, reliability, reliabilityTable } from "./calibration-report.ts";
import { figuresTable } from "./figures.ts";
import type { EvalOptions } from "./options.ts";
import { reliabilityPlot } from "./reliability-plot.ts";
import { ACROSS_LEAST, ROUTING_LEAST, TARGETS, TYPO_COST } from "./targets.ts";
import type { SetFigures, WholeEvaluation } from "./whole-evaluation.ts";

const PLOT = "reliability.svg";

/** All figures as a Markdown page. Times are left out: they differ from run to run, all else does not. */
export function wholeReport(
  { sets, across, routing, calibration, ablations }: WholeEvaluation,
  about: string,
) {
  const alone = new Map(sets.map(({ hybrid, scores }) => [hybrid.name, scores]));
  return `# How well Quarry ranks

Made by \`bun run eval all --report docs/evaluation\`: ${about}

nDCG@10 by document, each with its 95 % bootstrap interval. The target is what the project asks of the default that needs
no key and no download; plain BM25 is Lucene's, with Porter stems for English (covidqa-long by whole documents).

${qualityTable(sets)}

Typing mistakes are one edit in 30 % of the words of over four letters, in all collections but those written without
spaces. They cost ${typoCost(sets).toFixed(4)} in the mean; at most ${TYPO_COST} is asked.

## All collections as spaces, one query over all

${acrossTable(across, alone)}

At least ${ACROSS_LEAST} is asked, measured where the known space gives .864.

${routing.replace(/^# /, "## ").replaceAll("\n## ", "\n### ").trim()}

Asked: recall@1 ${ROUTING_LEAST[0]}, recall@3 ${ROUTING_LEAST[1].toFixed(1)}, a space for each collection.

## What a similarity means

Best hits of questions that nothing in the space answers (of other collections in English; elsewhere of articles that are
left out), of quotations of a sentence, and of a collection's own questions where the best hit is right. At least 95 %, 99 %
and 93 % are asked.

${calibrationTable(calibration)}

![Share of right best hits by similarity](${PLOT})

${reliabilityTable(reliability(calibration))}

## What each part brings

nDCG@10 of a ranking that lacks one part, ranked without a server by the same formulas; in brackets the difference.

${ablationTable(ablations)}
`;
}

/** Writes the page and its picture. */
export async function writeReport(
  folder: string,
  page: string,
  { calibration }: WholeEvaluation,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Bun.write(join(folder, "README.md"), page);
  await Bun.write(join(folder, PLOT), reliabilityPlot(reliability(calibration)));
}

/** What was measured, in words. */
export function aboutRun({ url, embedder, settings, queries }: EvalOptions): string {
  const server = url === undefined ? "a server of its own" : "a running server";
  const names = Object.keys(settings);
  return [
    `${server}, ${embedder ?? "the standard embedder"}`,
    names.length > 0 ? `, with ${names.join(", ")}` : "",
    queries === undefined ? ", all questions." : `, the first ${queries} questions of each collection only.`,
  ].join("");
}

/** Times and sizes, which differ from run to run. */
export function speedTable(sets: readonly SetFigures[]): string {
  return figuresTable(sets.map(({ hybrid }) => hybrid));
}

function qualityTable(sets: readonly SetFigures[]): string {
  const lines = sets.map(({ hybrid, lexical, vector, typos }) => {
    const { name, queries, ndcg10, ndcg10Interval } = hybrid;
    const target = TARGETS[name];
    const cells = [
      name,
      String(queries),
      target?.plain.toFixed(3) ?? "",
      target === undefined ? "" : `${target.least.toFixed(3)}${ndcg10 < target.least ? " missed" : ""}`,
      `**${ndcg10.toFixed(4)}**`,
      ndcg10Interval.map((bound) => bound.toFixed(3)).join("-"),
      lexical.toFixed(4),
      vector.toFixed(4),
      typos?.toFixed(4) ?? "",
    ];
    return `| ${cells.join(" | ")} |`;
  });
  const means = [
    mean(sets.map(({ hybrid }) => hybrid.ndcg10)),
    mean(sets.map(({ lexical }) => lexical)),
    mean(sets.map(({ vector }) => vector)),
  ].map((value) => value.toFixed(4));
  return [
    "| set | questions | plain BM25 | target | hybrid | 95 % | words alone | vectors alone | with typos |",
    "|---|---|---|---|---|---|---|---|---|",
    ...lines,
    `| mean | | | | **${means[0]}** | | ${means[1]} | ${means[2]} | |`,
  ].join("\n");
}

/** How much lower the figures are with typing mistakes, in the mean of the sets that have them. */
function typoCost(sets: readonly SetFigures[]): number {
  return mean(sets.flatMap(({ hybrid, typos }) => (typos === undefined ? [] : [hybrid.ndcg10 - typos])));
}
