import { expect, test } from "bun:test";
import { mean, ndcg, percentile, recall, reciprocalRank } from "./metrics.ts";

const judged = new Map([
  ["a", 3],
  ["b", 2],
  ["c", 1],
  ["n", 0],
]);

// By hand: 1/log2(2) = 1, 1/log2(3) = 0.6309298, 1/log2(4) = 0.5, 1/log2(5) = 0.4306766.
// Ideal: 3 * 1 + 2 * 0.6309298 + 1 * 0.5 = 4.7618595.

test("nDCG is 1 for the ideal order and 0 without relevant documents", () => {
  expect(ndcg(["a", "b", "c"], judged, 10)).toBe(1);
  expect(ndcg(["a", "b", "c", "n", "x"], judged, 10)).toBe(1);
  expect(ndcg(["x", "n"], judged, 10)).toBe(0);
  expect(ndcg([], judged, 10)).toBe(0);
  expect(ndcg(["a"], new Map([["a", 0]]), 10)).toBe(0);
});

test("nDCG discounts grades by rank", () => {
  // c, x, a, b: 1 * 1 + 0 + 3 * 0.5 + 2 * 0.4306766 = 3.3613531; / 4.7618595
  expect(ndcg(["c", "x", "a", "b"], judged, 10)).toBeCloseTo(0.7058908, 6);
  // b, n, c: 2 * 1 + 0 + 1 * 0.5 = 2.5; / 4.7618595
  expect(ndcg(["b", "n", "c"], judged, 10)).toBeCloseTo(0.525005, 6);
});

test("nDCG's ideal order includes unretrieved documents and is cut off at k", () => {
  // a alone: 3 / 4.7618595
  expect(ndcg(["a"], judged, 10)).toBeCloseTo(0.630006, 6);
  // at 2: ideal 3 + 2 * 0.6309298 = 4.2618595; c, a: 1 + 3 * 0.6309298 = 2.8927893
  expect(ndcg(["c", "a", "b"], judged, 2)).toBeCloseTo(0.6787622, 6);
  expect(ndcg(["x", "a"], judged, 1)).toBe(0);
});

test("recall counts relevant documents in the first k ranks", () => {
  expect(recall(["a", "x", "b"], judged, 10)).toBeCloseTo(2 / 3, 12);
  expect(recall(["a", "x", "b"], judged, 2)).toBeCloseTo(1 / 3, 12);
  expect(recall(["n"], judged, 10)).toBe(0);
  expect(recall(["a"], new Map(), 10)).toBe(0);
});

test("reciprocal rank uses the first relevant document", () => {
  expect(reciprocalRank(["x", "n", "c", "a"], judged, 10)).toBeCloseTo(1 / 3, 12);
  expect(reciprocalRank(["x", "n", "c"], judged, 2)).toBe(0);
  expect(reciprocalRank(["b"], judged, 10)).toBe(1);
});

test("mean and nearest-rank percentile", () => {
  expect(mean([])).toBe(0);
  expect(mean([1, 2, 6])).toBe(3);
  const values = [15, 50, 20, 35, 40];
  expect(percentile(values, 50)).toBe(35);
  expect(percentile(values, 30)).toBe(20);
  expect(percentile(values, 95)).toBe(50);
  expect(percentile([7], 50)).toBe(7);
  expect(percentile([], 95)).toBe(0);
});
