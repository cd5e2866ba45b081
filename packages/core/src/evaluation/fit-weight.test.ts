import { describe, expect, test } from "bun:test";
import { fitVectorWeight, type ScoredWeight } from "./fit-weight.ts";
import { seededRandom } from "./seeded-random.ts";

const GRID = Array.from({ length: 21 }, (_, at) => at / 20);
const scored = (questions: number, score: (weight: number, question: number) => number): ScoredWeight[] =>
  GRID.map((vectorWeight) => ({
    vectorWeight,
    scores: Array.from({ length: questions }, (_, question) => score(vectorWeight, question)),
  }));

describe("fitting the vector leg's weight", () => {
  test("finds the weight that is best on every question and reports the gain", () => {
    const fit = fitVectorWeight(
      scored(30, (weight, question) => 0.9 - Math.abs(weight - 0.7) + (question % 5) / 100),
      0.1,
    );
    expect(fit.vectorWeight).toBe(0.7);
    expect(fit.recommended).toBe(true);
    expect(fit.current).toBe(0.1);
    expect(fit.curve.map(({ vectorWeight }) => vectorWeight)).toEqual(GRID);
    expect(fit.heldOut.ndcg).toBeCloseTo(0.92, 9);
    expect(fit.heldOut.currentNdcg).toBeCloseTo(0.32, 9);
    expect(fit.heldOut.difference.value).toBeCloseTo(0.6, 9);
    expect(fit.heldOut.difference.low).toBeCloseTo(0.6, 9);
  });

  test("keeps the current weight if none is better", () => {
    const fit = fitVectorWeight(
      scored(25, (_, question) => (question % 4) / 4),
      0.6,
    );
    expect(fit).toMatchObject({ vectorWeight: 0.6, current: 0.6, recommended: false });
    expect(fit.heldOut.difference).toEqual({ value: 0, low: 0, high: 0 });
  });

  test("chooses the middle of equally good weights", () => {
    const fit = fitVectorWeight(
      scored(20, (weight) => (weight >= 0.3 && weight <= 0.7 ? 1 : 0)),
      0.1,
    );
    expect(fit).toMatchObject({ vectorWeight: 0.5, recommended: true });
  });

  test("does not recommend a weight that is worse on held-out questions", () => {
    const random = seededRandom(1);
    let lucky = 0;
    for (let round = 0; round < 60; round += 1) {
      // No weight is really better: the best one is best by chance.
      const fit = fitVectorWeight(scored(24, random), 0.1);
      const best = Math.max(...fit.curve.map(({ ndcg }) => ndcg));
      expect(best).toBeGreaterThanOrEqual(fit.heldOut.currentNdcg);
      if (fit.heldOut.difference.value >= 0) continue;
      expect(fit.recommended).toBe(false);
      if (best > fit.heldOut.currentNdcg) lucky += 1;
    }
    expect(lucky).toBeGreaterThan(10);
  });

  test("is deterministic", () => {
    const random = seededRandom(2);
    const weights = scored(40, random);
    expect(fitVectorWeight(weights, 0.5)).toEqual(fitVectorWeight(weights, 0.5));
  });
});
