import {
  bootstrapInterval,
  type Interval,
  mean,
  ndcg,
  percentile,
  recall,
  reciprocalRank,
} from "@quarry/core/internal";
import type { Answered } from "./ask-questions.ts";
import type { Collection } from "./collection.ts";

/** The evaluation of one collection. */
export interface Figures {
  readonly name: string;
  readonly documents: number;
  readonly queries: number;
  readonly ndcg10: number;
  readonly ndcg10Interval: Interval;
  readonly recall10: number;
  readonly recall100: number;
  readonly mrr10: number;
  readonly documentsPerSecond: number;
  readonly queryP50Ms: number;
  readonly queryP95Ms: number;
  /** Caveats about the figures. */
  readonly remarks: readonly string[];
}

/** Computes the figures. Quality metrics are means over the questions. */
export function figuresOf(
  collection: Collection,
  loadSeconds: number,
  answered: readonly Answered[],
): Figures {
  const times = answered.map(({ milliseconds }) => milliseconds);
  const valuesOf = (metric: typeof ndcg, k: number): number[] =>
    answered.map(({ questionId, ranking }) =>
      metric(ranking, collection.judgements.get(questionId) ?? new Map(), k),
    );
  const meanOf = (metric: typeof ndcg, k: number): number => mean(valuesOf(metric, k));
  const degraded = answered.filter((answer) => answer.degraded).length;
  const remarks = [
    collection.empty > 0 ? `${collection.empty} documents without text were not loaded` : "",
    degraded > 0 ? `${degraded} of ${answered.length} queries were answered without vectors` : "",
  ];
  return {
    name: collection.name,
    documents: collection.documents.length,
    queries: answered.length,
    ndcg10: meanOf(ndcg, 10),
    ndcg10Interval: bootstrapInterval(valuesOf(ndcg, 10)),
    recall10: meanOf(recall, 10),
    recall100: meanOf(recall, 100),
    mrr10: meanOf(reciprocalRank, 10),
    documentsPerSecond: loadSeconds > 0 ? collection.documents.length / loadSeconds : 0,
    queryP50Ms: percentile(times, 50),
    queryP95Ms: percentile(times, 95),
    remarks: remarks.filter((remark) => remark !== ""),
  };
}

const COLUMNS: [string, (figures: Figures) => string][] = [
  ["set", ({ name }) => name],
  ["documents", ({ documents }) => String(documents)],
  ["queries", ({ queries }) => String(queries)],
  ["nDCG@10", ({ ndcg10 }) => ndcg10.toFixed(4)],
  ["95 %", ({ ndcg10Interval }) => ndcg10Interval.map((bound) => bound.toFixed(3)).join("-")],
  ["recall@10", ({ recall10 }) => recall10.toFixed(4)],
  ["recall@100", ({ recall100 }) => recall100.toFixed(4)],
  ["MRR@10", ({ mrr10 }) => mrr10.toFixed(4)],
  ["documents/s", ({ documentsPerSecond }) => documentsPerSecond.toFixed(1)],
  ["ms/query p50", ({ queryP50Ms }) => queryP50Ms.toFixed(1)],
  ["p95", ({ queryP95Ms }) => queryP95Ms.toFixed(1)],
];

/** Formats the figures as a Markdown table with a row per collection, followed by the remarks. */
export function figuresTable(rows: readonly Figures[]): string {
  const cells = [
    COLUMNS.map(([title]) => title),
    ...rows.map((row) => COLUMNS.map(([, format]) => format(row))),
  ];
  const widths = COLUMNS.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const pad = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  const lines = cells.map((line) => `| ${line.map(pad).join(" | ")} |`);
  const rule = `|${widths.map((width, column) => (column === 0 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  const remarks = rows.flatMap(({ name, remarks }) => remarks.map((remark) => `${name}: ${remark}.`));
  return [lines[0], rule, ...lines.slice(1), ...remarks].join("\n");
}
