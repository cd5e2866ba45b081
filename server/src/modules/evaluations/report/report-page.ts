import type { EvaluationRun } from "@quarry/schema";
import { Markup, markup } from "../../../platform/http/markup.ts";
import { metricPlot } from "./metric-plot.ts";
import { queryPlot } from "./query-plot.ts";
import { REPORT_POLICY, REPORT_STYLE } from "./report-style.ts";
import { differenceText, figuresTable, queriesTable } from "./report-tables.ts";

/** HTTP headers of a report. */
export const REPORT_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `${REPORT_POLICY}; frame-ancestors 'none'; sandbox`,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "private, no-cache",
} as const;

/** The content of a report. */
export interface Report {
  readonly spaceName: string;
  readonly evaluationName: string;
  readonly run: EvaluationRun;
}

/** Renders a run as a self-contained HTML page. */
export function reportPage({ spaceName, evaluationName, run }: Report): string {
  const { k, queryCount, difference, configurations, missingDocuments } = run;
  const [first, second] = configurations;
  const title = `${evaluationName} in ${spaceName}`;
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${REPORT_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${styleMarkup}</style>
</head>
<body>
<h1 dir="auto">${title}</h1>
<p class="faint">${queryCount} queries, the first ${k} documents of each, ${run.createdAt.replace("T", " ").slice(0, 16)} UTC, run ${run.id}</p>
${remarksOf(run)}
<h2>Results</h2>
${metricPlot(run)}
<div class="scroll">${figuresTable(run)}</div>
<p class="faint">Brackets and whiskers: 95 % bootstrap confidence intervals. Times exclude embedding the question.</p>
${
  difference && first && second
    ? markup`<h2>${second.name} compared with ${first.name}</h2>
<p>${differenceText(difference, k)}</p>
${queryPlot(differencesOf(run), `Difference in nDCG@${k} of each query`)}`
    : markup`<h2>Query by query</h2>
${queryPlot(
  run.queries.map(({ query, results }) => ({ query, value: results[0]?.ndcg ?? 0 })),
  `nDCG@${k} of each query`,
)}`
}
<h2>Queries, worst first</h2>
<div class="scroll">${queriesTable(run)}</div>
${missingDocuments.length > 0 ? missing(missingDocuments) : ""}
</body>
</html>
`;
  return page.text;
}

const styleMarkup = new Markup(REPORT_STYLE);

function differencesOf({ queries }: EvaluationRun) {
  return queries.map(({ query, results }) => ({
    query,
    value: (results[1]?.ndcg ?? 0) - (results[0]?.ndcg ?? 0),
  }));
}

function remarksOf({ configurations, queryCount }: EvaluationRun): readonly Markup[] {
  return configurations
    .filter(({ degraded }) => degraded > 0)
    .map(
      ({ name, degraded }) =>
        markup`<p><strong>${name}: ${degraded} of ${queryCount} queries were answered without some of the vectors.</strong></p>`,
    );
}

function missing(filenames: readonly string[]): Markup {
  const items = filenames.map((filename) => markup`<li dir="auto">${filename}</li>`);
  return markup`<h2>Judged documents missing from the space</h2><ul>${items}</ul>`;
}
