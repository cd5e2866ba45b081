import { describe, expect, test } from "bun:test";
import type { Result } from "./result.ts";
import type { Target } from "./target.ts";
import { makeTargets } from "./targets/index.ts";
import { judge } from "./verdict.ts";

const result = (side: Result["side"], blocks: Result["blocks"]): Result => ({
  ...{ run: "r", part: "query", size: 10, line: "hybrid", side, blocks },
});
const of = { part: "query", size: 10, line: "hybrid", side: "quarry", quantity: "perSecond" } as const;
const ratio: Target = {
  ...{ title: "rate", of, beside: { ...of, side: "chroma" } },
  ...{ bound: "at least", limit: 2, unit: "x" },
};

function verdictOf(target: Target, ...results: Result[]) {
  const [verdict] = judge([target], results);
  return verdict;
}

describe("a verdict", () => {
  test("compares the median ratio of the turns with the limit", () => {
    const chroma = result("chroma", { perSecond: [10, 10, 10] });
    const reached = verdictOf(ratio, result("quarry", { perSecond: [19, 20, 90] }), chroma);
    expect(reached?.reached).toEqual({ median: 2, least: 1.9, most: 9 });
    expect(reached?.isReached).toBe(true);
    expect(verdictOf(ratio, result("quarry", { perSecond: [19, 19, 90] }), chroma)?.isReached).toBe(false);
  });

  test("of an upper bound is missed above it", () => {
    const target: Target = {
      title: "tail",
      of: { ...of, quantity: "tail" },
      bound: "at most",
      limit: 3,
      unit: "",
    };
    expect(verdictOf(target, result("quarry", { tail: [3] }))?.isReached).toBe(true);
    expect(verdictOf(target, result("quarry", { tail: [3.1] }))?.isReached).toBe(false);
  });

  test("of memory is in megabytes", () => {
    const target: Target = {
      title: "memory",
      of: { ...of, quantity: "bytes" },
      bound: "at most",
      limit: 150,
      unit: "MB",
    };
    expect(verdictOf(target, result("quarry", { bytes: [149e6] }))?.reached?.median).toBe(149);
  });

  test("is open while a side was not measured", () => {
    expect(verdictOf(ratio, result("quarry", { perSecond: [1] }))?.isReached).toBeUndefined();
    expect(verdictOf(ratio, result("chroma", { perSecond: [1] }))?.isReached).toBeUndefined();
  });
});

describe("the targets", () => {
  test("name each line once", () => {
    const titles = makeTargets(50_000).map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  test("at 50,000 chunks have 32 lines", () => {
    expect(makeTargets(50_000)).toHaveLength(32);
  });
});
