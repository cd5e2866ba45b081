import { bootstrapInterval, mean } from "@quarry/core/internal";
import { MIN_RELEVANCE } from "@quarry/schema";
import type { Routed } from "./ask-routed.ts";

/** A table of how well questions were routed, a line for each collection and one for the mean of all. */
export function routingTable(routed: readonly Routed[]): string {
  const rows = [...Map.groupBy(routed, ({ collection }) => collection)].map(([name, own]) => ({
    name,
    first: own.map(({ rank }) => Number(rank === 0)),
    three: own.map(({ rank }) => Number(rank >= 0)),
    kept: own.filter(({ rank }) => rank === 0).map(isRecommended),
  }));
  return [
    `| collection | questions | recall@1 | recall@3 | right first ones of ${MIN_RELEVANCE} or more |`,
    "| --- | --- | --- | --- | --- |",
    ...rows.map(
      ({ name, first, three, kept }) =>
        `| ${name} | ${first.length} | ${withInterval(first)} | ${withInterval(three)} | ${mean(kept).toFixed(3)} |`,
    ),
    `| mean of collections | ${routed.length} | ${macro(rows.map(({ first }) => first))} | ${macro(rows.map(({ three }) => three))} | ${mean(rows.map(({ kept }) => mean(kept))).toFixed(3)} |`,
    `| all questions | ${routed.length} | ${withInterval(rows.flatMap(({ first }) => first))} | ${withInterval(rows.flatMap(({ three }) => three))} | ${mean(rows.flatMap(({ kept }) => kept)).toFixed(3)} |`,
  ].join("\n");
}

/** A table of how often nothing was recommended to questions that no space can answer. */
export function abstentionTable(routed: readonly Routed[]): string {
  const rows = [...Map.groupBy(routed, ({ collection }) => collection)].map(([name, own]) => ({
    name,
    nothing: own.map((one) => 1 - isRecommended(one)),
  }));
  return [
    "| questions of, which is left out | questions | nothing recommended |",
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

/** The mean of means, and what it is on the even and on the odd questions, which tells luck from a fit. */
function macro(groups: readonly (readonly number[])[]): string {
  const half = (rest: number) =>
    mean(groups.map((values) => mean(values.filter((_, at) => at % 2 === rest)))).toFixed(4);
  return `${mean(groups.map(mean)).toFixed(4)} (halves ${half(0)}, ${half(1)})`;
}
