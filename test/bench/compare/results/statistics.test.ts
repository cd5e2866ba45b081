import { describe, expect, test } from "bun:test";
import { percentileOf, ratioOf, spreadOf } from "./statistics.ts";

describe("the spread of blocks", () => {
  test("is the median, the least and the most, in any order of the blocks", () => {
    expect(spreadOf([9, 1, 4])).toEqual({ median: 4, least: 1, most: 9 });
  });

  test("has the mean of the middle two as median of an even number", () => {
    expect(spreadOf([10, 2, 4, 6])).toEqual({ median: 5, least: 2, most: 10 });
  });

  test("of one block is that block", () => {
    expect(spreadOf([3])).toEqual({ median: 3, least: 3, most: 3 });
  });

  test("of no block is not a number", () => {
    expect(spreadOf([])).toEqual({ median: Number.NaN, least: Number.NaN, most: Number.NaN });
  });
});

describe("percentiles by nearest rank", () => {
  const hundred = Float64Array.from({ length: 100 }, (_, at) => at + 1);

  test("are values of the series", () => {
    expect([1, 50, 95, 99, 100].map((percent) => percentileOf(hundred, percent))).toEqual([
      1, 50, 95, 99, 100,
    ]);
  });

  test("of few values are the largest at the top", () => {
    expect(percentileOf([1, 2, 3], 99)).toBe(3);
    expect(percentileOf([1, 2, 3], 50)).toBe(2);
  });

  test("of no value is not a number", () => {
    expect(percentileOf([], 50)).toBeNaN();
  });
});

describe("ratios", () => {
  test("divide blocks of the same turn, so that a slow machine cancels out", () => {
    expect(ratioOf([100, 10, 50], [50, 5, 20])).toEqual({ median: 2, least: 2, most: 2.5 });
  });

  test("divide the medians of series of different lengths", () => {
    expect(ratioOf([10, 20, 30], [4])).toEqual({ median: 5, least: 5, most: 5 });
  });
});
