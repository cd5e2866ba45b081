import { bootstrapInterval, mean } from "@quarry/core/internal";
import { MIN_RELEVANCE } from "@quarry/schema";
import type { Routed } from "./ask-routed.ts";

/** Formats the recall of recommendations: a row per collection, and rows for the mean and for all questions. */
export function routingTable(routed: readonly Routed[]): string {
  const rows = [...Map.groupBy(routed, ({ collection }) => collection)].map(([name, own]) => ({
    name,
    first: own.map(({ rank }) => Number(rank === 0)),
    three: own.map(({ rank }) => Number(rank >= 0)),
    kept: own.filter(({ rank }) => rank === 0).map(isRecommended),
  }));
  return [
    `| collection | questions | recall@1 | recall@3 | right first ones with relevance >= ${MIN_RELEVANCE} |`,
    "| --- | --- | --- | --- | --- |",
    ...rows.map(
      ({ name, first, three, kept }) =>
        `| ${name} | ${first.length} | ${withInterval(first)} | ${withInterval(three)} | ${mean(kept).toFixed(3)} |`,
    ),
    `| mean of collections | ${routed.length} | ${macro(rows.map(({ first }) => first))} | ${macro(rows.map(({ three }) => three))} | ${mean(rows.map(({ kept }) => mean(kept))).toFixed(3)} |`,
    `| all questions | ${routed.length} | ${withInterval(rows.flatMap(({ first }) => first))} | ${withInterval(rows.flatMap(({ three }) => three))} | ${mean(rows.flatMap(({ kept }) => kept)).toFixed(3)} |`,
  ].join("\n");
}

/** Formats how often questions that no space can answer get no recommendation. */
export function abstentionTable(routed: readonly Routed[]): string {
  const rows = [...Map.groupBy(routed, ({ collection }) => collection)].map(([name, own]) => ({
    name,
    nothing: own.map((one) => 1 - isRecommended(one)),
  }));
  return [
    "| missing collection | questions | nothing recommended |",
    "| --- | --- | --- |",
    ...rows.map(({ name, nothing }) => `| ${name} | ${nothing.length} | ${withInterval(nothing)} |`),
    `| mean of collections | ${routed.length} | ${macro(rows.map(({ nothing }) => nothing))} |`,
  ].join("\n");
}

const isRecommended = ({ relevance }: Routed): number => Number(relevance >= MIN_RELEVANCE);

function withInterval(values: readonly number[]): string {
  const [low, high] = bootstrapInterval(values);
  return `${mean(values).toFixed(4)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

/** Returns the mean of means, and the same for even and odd questions. A difference between them indicates overfitting. */
function macro(groups: readonly (readonly number[])[]): string {
  const half = (rest: number) =>
    mean(groups.map((values) => mean(values.filter((_, at) => at % 2 === rest)))).toFixed(4);
  return `${mean(groups.map(mean)).toFixed(4)} (halves ${half(0)}, ${half(1)})`;
}
