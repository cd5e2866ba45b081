import { expect, test } from "bun:test";
import { bootstrapInterval, comparePaired, estimateMean } from "./bootstrap.ts";
import { mean } from "./metrics.ts";
import { seededRandom } from "./seeded-random.ts";

test("an estimate's mean is within its interval", () => {
  const random = seededRandom(3);
  const values = Array.from({ length: 50 }, random);
  const { value, low, high } = estimateMean(values);
  expect(value).toBe(mean(values));
  expect([low, high]).toEqual([...bootstrapInterval(values)]);
  expect(low).toBeLessThan(value);
  expect(high).toBeGreaterThan(value);
});

test("comparing scores with themselves gives no difference", () => {
  const scores = [0.2, 1, 0, 0.7];
  expect(comparePaired(scores, [...scores])).toEqual({
    difference: { value: 0, low: 0, high: 0 },
    wins: 0,
    ties: 4,
    losses: 0,
  });
});

test("a small consistent difference is significant, however much the questions vary", () => {
  const random = seededRandom(5);
  const first = Array.from({ length: 40 }, () => random() * 0.9);
  const { difference, wins, ties, losses } = comparePaired(
    first,
    first.map((score) => score + 0.01),
  );
  expect(difference.low).toBeCloseTo(0.01, 9);
  expect(difference.high).toBeCloseTo(0.01, 9);
  expect([wins, ties, losses]).toEqual([40, 0, 0]);
  // Unpaired, the two intervals would overlap widely.
  const [low, high] = bootstrapInterval(first);
  expect(high - low).toBeGreaterThan(0.1);
});

test("swapping the systems swaps wins and losses and negates the difference", () => {
  const random = seededRandom(9);
  const [first, second] = [0, 1].map(() =>
    Array.from({ length: 30 }, () => (random() < 0.3 ? 0.5 : random())),
  );
  if (!first || !second) throw new Error("unreachable");
  const there = comparePaired(first, second);
  const back = comparePaired(second, first);
  expect([there.wins, there.ties, there.losses]).toEqual([back.losses, back.ties, back.wins]);
  expect(there.wins + there.ties + there.losses).toBe(30);
  expect(there.difference.value).toBeCloseTo(-back.difference.value, 12);
});

test("rejects lists of different lengths", () => {
  expect(() => comparePaired([1], [1, 0])).toThrow("same questions");
});
