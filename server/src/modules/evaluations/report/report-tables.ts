import type { ConfigurationDifference, EvaluationRun } from "@quarry/schema";
import { type Markup, markup } from "../../../platform/http/markup.ts";

type Estimate = EvaluationRun["configurations"][number]["ndcg"];

/** The metrics of each configuration. */
export function figuresTable({ k, configurations }: EvaluationRun): Markup {
  const rows = configurations.map(
    (
      configuration,
    ) => markup`<tr><td dir="auto">${configuration.name}</td><td>${settingsText(configuration)}</td>
<td class="figure">${estimateText(configuration.ndcg)}</td><td class="figure">${estimateText(configuration.recall)}</td><td class="figure">${estimateText(configuration.mrr)}</td>
<td class="figure">${configuration.latencyP50Ms.toFixed(1)} ms</td></tr>`,
  );
  return markup`<table><thead><tr><th>Configuration</th><th>Settings</th><th class="figure">nDCG@${k}</th><th class="figure">recall@${k}</th><th class="figure">MRR@${k}</th><th class="figure">p50</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** Describes the difference between two configurations. */
export function differenceText({ ndcg, wins, ties, losses }: ConfigurationDifference, k: number): string {
  const { value, low, high } = ndcg;
  const isClear = low > 0 || high < 0;
  const verdict = isClear ? `It is ${value > 0 ? "better" : "worse"}.` : "The difference is not significant.";
  return `nDCG@${k} differs by ${signed(value)} (${signed(low)} to ${signed(high)}): ${wins} queries better, ${ties} the same, ${losses} worse. ${verdict}`;
}

/** The result of each query. The worst come first, or in a comparison the ones that got worse. */
export function queriesTable({ k, configurations, queries }: EvaluationRun): Markup {
  const scored = queries.map(({ query, results }) => {
    const [first, second] = results.map(({ ndcg }) => ndcg);
    const change = second === undefined ? undefined : second - (first ?? 0);
    return { query, results, change, order: change ?? first ?? 0 };
  });
  const rows = scored
    .sort((a, b) => a.order - b.order)
    .map(({ query, results, change }) => {
      const figures = results.map(({ ndcg }) => markup`<td class="figure">${ndcg.toFixed(3)}</td>`);
      const difference = change === undefined ? "" : markup`<td class="figure">${signed(change)}</td>`;
      const missed = results.map(({ missed }) => markup`<td dir="auto">${missed.join(", ")}</td>`);
      return markup`<tr><td dir="auto">${query}</td>${figures}${difference}${missed}</tr>`;
    });
  const titles = configurations.map(({ name }) => markup`<th class="figure">nDCG@${k}<br>${name}</th>`);
  const change = configurations.length > 1 ? markup`<th class="figure">Difference</th>` : "";
  const missed = configurations.map(({ name }) => markup`<th>Missed<br>${name}</th>`);
  return markup`<table><thead><tr><th>Query</th>${titles}${change}${missed}</tr></thead><tbody>${rows}</tbody></table>`;
}

function settingsText({
  mode,
  vectorWeight,
  maxPerDocument,
  filter,
  metadata,
}: EvaluationRun["configurations"][number]): string {
  return [
    mode,
    vectorWeight === null ? "" : `vector weight ${vectorWeight}`,
    maxPerDocument === null ? "" : `at most ${maxPerDocument} passages per document`,
    filter === null ? "" : `filter ${JSON.stringify(filter)}`,
    metadata === null ? "" : `metadata ${JSON.stringify(metadata)}`,
  ]
    .filter((setting) => setting !== "")
    .join(", ");
}

function estimateText({ value, low, high }: Estimate): string {
  return `${value.toFixed(4)} (${low.toFixed(3)}-${high.toFixed(3)})`;
}

function signed(value: number): string {
  return `${value < 0 ? "\u2212" : "+"}${Math.abs(value).toFixed(4)}`;
}
