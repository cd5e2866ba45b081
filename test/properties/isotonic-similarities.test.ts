import { expect, test } from "bun:test";
import { isotonicSimilarities } from "@quarry/core/internal";
import fc from "fast-check";

const similarities = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 200 });
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const distance = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, at) => sum + (value - (b[at] ?? Number.NaN)) ** 2, 0);

test("replaces rising runs by their mean", () => {
  expect(isotonicSimilarities([])).toEqual([]);
  expect(isotonicSimilarities([0.5, 0.75, 0.25])).toEqual([0.625, 0.625, 0.25]);
  expect(isotonicSimilarities([0.25, 0.5, 0.75])).toEqual([0.5, 0.5, 0.5]);
  expect(isotonicSimilarities([0.75, 0.25, 0.5, 0.125])).toEqual([0.75, 0.375, 0.375, 0.125]);
});

test("returns non-increasing similarities with the same mean and within the same range", () => {
  fc.assert(
    fc.property(similarities, (given) => {
      const falling = isotonicSimilarities(given);
      expect(falling).toHaveLength(given.length);
      expect(falling).toEqual(falling.toSorted((a, b) => b - a));
      if (given.length === 0) return;
      expect(mean(falling)).toBeCloseTo(mean(given), 9);
      expect(Math.max(...falling)).toBeLessThanOrEqual(Math.max(...given));
      expect(Math.min(...falling)).toBeGreaterThanOrEqual(Math.min(...given));
    }),
  );
});

test("does not change non-increasing similarities", () => {
  fc.assert(
    fc.property(similarities, (given) => {
      const agreeing = given.toSorted((a, b) => b - a);
      expect(isotonicSimilarities(agreeing)).toEqual(agreeing);
    }),
  );
});

test("returns the closest non-increasing similarities", () => {
  fc.assert(
    fc.property(similarities, similarities, (given, other) => {
      const falling = isotonicSimilarities(given);
      const rival = given.map((_, at) => other[at] ?? 0).sort((a, b) => b - a);
      expect(distance(falling, given)).toBeLessThanOrEqual(distance(rival, given) + 1e-9);
    }),
  );
});
