import { expect, test } from "bun:test";
import { bootstrapInterval } from "./bootstrap.ts";
import { seededRandom } from "./seeded-random.ts";

test("the interval of equal values is that value, and of nothing 0", () => {
  expect(bootstrapInterval([0.7, 0.7, 0.7])).toEqual([expect.closeTo(0.7, 9), expect.closeTo(0.7, 9)]);
  expect(bootstrapInterval([])).toEqual([0, 0]);
});

test("the interval is that of the normal distribution where there are many values", () => {
  // 0 and 1 by halves: the mean has a standard error of 0.5 / sqrt(400) = 0.025, and 1.96 of them on each side.
  const values = Array.from({ length: 400 }, (_, at) => at % 2);
  const [low, high] = bootstrapInterval(values);
  expect(low).toBeCloseTo(0.451, 1.9);
  expect(high).toBeCloseTo(0.549, 1.9);
  expect(bootstrapInterval(values)).toEqual([low, high]);
});

test("95 of 100 intervals hold the true mean, give or take a few", () => {
  const random = seededRandom(7);
  let held = 0;
  for (let round = 0; round < 100; round += 1) {
    const [low, high] = bootstrapInterval(Array.from({ length: 60 }, random));
    if (low <= 0.5 && high >= 0.5) held += 1;
  }
  expect(held).toBeGreaterThan(87);
});
