import { expect, test } from "bun:test";
import { analyze, joinRuns } from "./analyze.ts";
import { analyzeAndKeep, takeAnalysis } from "./shared-analysis.ts";

const TEXT = "Pelicans were counted at the harbours. Die Häfen wurden gezählt.";

test("a kept analysis is returned once", () => {
  const kept = analyzeAndKeep(TEXT, "en");
  expect(joinRuns(kept)).toEqual(analyze(TEXT, "en"));
  expect(takeAnalysis(TEXT, "en")).toBe(kept);
  expect(takeAnalysis(TEXT, "en")).not.toBe(kept);
  expect(takeAnalysis(TEXT, "en")).toEqual(kept);
});

test("an analysis in another language is not returned", () => {
  analyzeAndKeep(TEXT, "en");
  expect(joinRuns(takeAnalysis(TEXT, "de"))).toEqual(analyze(TEXT, "de"));
});

test("the oldest analyses make room for new ones", () => {
  const textOf = (number: number) => `${number} ${"pelican ".repeat(4000)}`;
  const kept = Array.from({ length: 70 }, (_, number) => analyzeAndKeep(textOf(number), "en"));
  expect(takeAnalysis(textOf(0), "en")).not.toBe(kept[0] as never);
  expect(takeAnalysis(textOf(69), "en")).toBe(kept[69] as never);
  const long = "pelican ".repeat(300_000);
  expect(takeAnalysis(long, "en")).not.toBe(analyzeAndKeep(long, "de"));
});
