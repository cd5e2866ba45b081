import { describe, expect, test } from "bun:test";
import { seededRandom } from "../../evaluation/seeded-random.ts";
import { languageModelScore } from "../routing/language-model-score.ts";
import { lengthNorm, normalizedWeight, saturatedFrequency, termShare } from "./bm25.ts";
import { inverseDocumentFrequency } from "./idf.ts";
import { lexicalSimilarity } from "./lexical-similarity.ts";
import { isPrunedGram } from "./lexical-weights.ts";
import { pairFactor } from "./pair-factor.ts";

describe("idf", () => {
  test("equals the damped formula", () => {
    expect(inverseDocumentFrequency(0, 0)).toBeCloseTo(Math.log(1 + 1000.5 / 0.5), 12);
    expect(inverseDocumentFrequency(50, 100)).toBeCloseTo(
      Math.log(1 + 1050.5 / 50.5) * (1 - 50 / 120) ** 2,
      12,
    );
  });

  test("decreases with df and stays positive", () => {
    for (let df = 1; df <= 1000; df++) {
      const value = inverseDocumentFrequency(df, 1000);
      expect(value).toBeLessThan(inverseDocumentFrequency(df - 1, 1000));
      expect(value).toBeGreaterThan(0);
    }
  });
});

describe("BM25", () => {
  test("gives 1 for one occurrence at average length", () => {
    const { constant, slope } = lengthNorm(80);
    expect(saturatedFrequency(1, constant + slope * 80)).toBeCloseTo(1, 12);
    expect(saturatedFrequency(1e9, constant + slope * 80)).toBeLessThan(2.2);
  });

  test("does not grow weaker beyond 2.5 times the average length", () => {
    const { constant, slope } = lengthNorm(80);
    const factorAt = (length: number) => saturatedFrequency(1, constant + slope * length);
    expect(factorAt(200)).toBeLessThan(factorAt(199));
    expect(factorAt(200)).toBeCloseTo(2.2 / 3.55, 12);
    expect(factorAt(8000)).toBe(factorAt(200));
  });

  test("the sum of a chunk's shares does not depend on their order", () => {
    const random = seededRandom(5);
    for (let round = 0; round < 200; round++) {
      const shares = Array.from({ length: 40 }, () =>
        termShare(random() ** 8 / 20, 1 + Math.floor(random() * 9), 0.3 + random() * 3),
      );
      const sum = (terms: readonly number[]) => terms.reduce((total, share) => total + share, 0);
      expect(sum(shares.toSorted())).toBe(sum(shares));
      expect(sum(shares.toReversed())).toBe(sum(shares));
    }
  });

  test("a share differs from the formula by rounding only, and is never 0", () => {
    for (const weight of [0, 1e-30, 1e-9, 0.02, 1]) {
      expect(termShare(weight, 2, 0.9)).toBeGreaterThan(0);
      expect(Math.abs(termShare(weight, 2, 0.9) - weight * saturatedFrequency(2, 0.9))).toBeLessThan(6e-15);
    }
  });

  test("a leg without terms has no weight", () => {
    expect(normalizedWeight(0.6, 0)).toBe(0);
    expect(lengthNorm(0).slope).toBe(0);
  });
});

test("prunes only common grams", () => {
  expect([20, 21].map((df) => isPrunedGram(df, 50))).toEqual([false, true]);
  expect([200, 201].map((df) => isPrunedGram(df, 1000))).toEqual([false, true]);
});

test("adjacent pairs add up to 80%", () => {
  expect([pairFactor(0, 0), pairFactor(0, 3), pairFactor(2, 4)]).toEqual([1, 1, 1.4]);
  expect(pairFactor(3, 3)).toBeCloseTo(1.8, 12);
});

describe("similarity", () => {
  test("equals the logistic function of RANKING.md", () => {
    expect(lexicalSimilarity(1, 5, 1000)).toBeCloseTo(1 / (1 + Math.exp(-1.4)), 12);
    expect(lexicalSimilarity(0.5, 3, 1e9)).toBeCloseTo(
      1 / (1 + Math.exp(-(3.4 + 7 * Math.log(0.5) - 3 - 0.6 * Math.log(1000)))),
      12,
    );
    expect(lexicalSimilarity(1, 0, 50)).toBe(lexicalSimilarity(1, 2, 100));
  });

  test("is 0 for a score of 0 and for NaN", () => {
    expect([0, -1, Number.NaN].map((score) => lexicalSimilarity(score, 3, 10))).toEqual([0, 0, 0]);
  });
});

describe("language-model score", () => {
  test("is positive for a word typical of the space", () => {
    const at = (df: number, chunks: number) => languageModelScore([{ df, totalDf: 50 }], chunks, 2000);
    expect(at(50, 1000)).toBeGreaterThan(0);
    expect(at(0, 1000)).toBeLessThan(0);
    expect(at(0, 0)).toBeCloseTo(0, 12);
    expect(languageModelScore([], 10, 10)).toBe(0);
  });
});
