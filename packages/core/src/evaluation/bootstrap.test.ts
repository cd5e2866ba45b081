import { expect, test } from "bun:test";
import { bootstrapInterval } from "./bootstrap.ts";
import { seededRandom } from "./seeded-random.ts";

test("returns the value itself for equal values, and 0 for no values", () => {
  expect(bootstrapInterval([0.7, 0.7, 0.7])).toEqual([expect.closeTo(0.7, 9), expect.closeTo(0.7, 9)]);
  expect(bootstrapInterval([])).toEqual([0, 0]);
});

test("matches the normal distribution's interval for many values", () => {
  // Half zeros, half ones: the standard error is 0.5 / sqrt(400) = 0.025, and the interval 1.96 of it on each side.
  const values = Array.from({ length: 400 }, (_, at) => at % 2);
  const [low, high] = bootstrapInterval(values);
  expect(low).toBeCloseTo(0.451, 1.9);
  expect(high).toBeCloseTo(0.549, 1.9);
  expect(bootstrapInterval(values)).toEqual([low, high]);
});

test("about 95 of 100 intervals contain the true mean", () => {
  const random = seededRandom(7);
  let held = 0;
  for (let round = 0; round < 100; round += 1) {
    const [low, high] = bootstrapInterval(Array.from({ length: 60 }, random));
    if (low <= 0.5 && high >= 0.5) held += 1;
  }
  expect(held).toBeGreaterThan(87);
});
