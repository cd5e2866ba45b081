import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { mean } from "@quarry/core/internal";
import { ablationTable } from "./ablations/index.ts";
import { acrossTable } from "./across-spaces.ts";
import { calibrationTable, reliability, reliabilityTable } from "./calibration/calibration-report.ts";
import { reliabilityPlot } from "./calibration/reliability-plot.ts";
import { figuresTable } from "./figures.ts";
import type { EvalOptions } from "./options.ts";
import { MAX_TYPO_COST, MIN_ACROSS, MIN_ROUTING_RECALL, TARGETS } from "./targets.ts";
import type { SetFigures, WholeEvaluation } from "./whole-evaluation.ts";

const PLOT = "reliability.svg";

/** Formats all figures as a Markdown page, without times, so that the page is reproducible. */
export function wholeReport(
  { sets, across, routing, calibration, ablations }: WholeEvaluation,
  about: string,
) {
  const alone = new Map(sets.map(({ hybrid, scores }) => [hybrid.name, scores]));
  return `# How well Quarry ranks

Made by \`bun run eval all --report docs/evaluation\`: ${about}

nDCG@10 by document with its 95 % bootstrap interval. The target applies to the default setup, which needs no key and no
download. Plain BM25 is Lucene's, with Porter stemming for English; covidqa-long is ranked by whole documents.

${qualityTable(sets)}

Typos are one edit in 30 % of the words with more than four letters, in all collections except those in scripts without
spaces. The mean loss is ${typoCost(sets).toFixed(4)}; the target is at most ${MAX_TYPO_COST}.

## One query over all spaces

${acrossTable(across, alone)}

The target is at least ${MIN_ACROSS}, for a version that scores .864 if it queries the right space only.

${routing.replace(/^# /, "## ").replaceAll("\n## ", "\n### ").trim()}

The targets with a space per collection are recall@1 ${MIN_ROUTING_RECALL[0]} and recall@3 ${MIN_ROUTING_RECALL[1].toFixed(1)}.

## Calibration of similarities

The best hits of unrelated questions, of quoted sentences, and of the collection's own questions whose best hit is right.
Unrelated questions come from other English collections, or from articles that are not loaded. The targets are at least
95 %, 99 % and 93 %.

${calibrationTable(calibration)}

![Share of right best hits by similarity](${PLOT})

${reliabilityTable(reliability(calibration))}

## Ablations

nDCG@10 of a ranking without one of its parts, computed by the same formulas without a server. The difference is in
parentheses.

${ablationTable(ablations)}
`;
}

/** Writes the page and its plot. */
export async function writeReport(
  folder: string,
  page: string,
  { calibration }: WholeEvaluation,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Bun.write(join(folder, "README.md"), page);
  await Bun.write(join(folder, PLOT), reliabilityPlot(reliability(calibration)));
}

/** Describes the evaluated setup. */
export function aboutRun({ url, embedder, settings, queries }: EvalOptions): string {
  const server = url === undefined ? "a local server" : "a running server";
  const names = Object.keys(settings);
  return [
    `${server}, ${embedder ?? "the default embedder"}`,
    names.length > 0 ? `, with ${names.join(", ")}` : "",
    queries === undefined ? ", all questions." : `, the first ${queries} questions of each collection only.`,
  ].join("");
}

/** Formats the times and sizes, which differ between runs. */
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
      target?.bm25.toFixed(3) ?? "",
      target === undefined ? "" : `${target.minimum.toFixed(3)}${ndcg10 < target.minimum ? " missed" : ""}`,
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
    "| set | questions | plain BM25 | target | hybrid | 95 % | lexical | vector | with typos |",
    "|---|---|---|---|---|---|---|---|---|",
    ...lines,
    `| mean | | | | **${means[0]}** | | ${means[1]} | ${means[2]} | |`,
  ].join("\n");
}

/** Returns the mean loss of nDCG@10 by typos. */
function typoCost(sets: readonly SetFigures[]): number {
  return mean(sets.flatMap(({ hybrid, typos }) => (typos === undefined ? [] : [hybrid.ndcg10 - typos])));
}
