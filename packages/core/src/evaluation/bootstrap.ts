import { mean, percentile } from "./metrics.ts";
import { seededRandom } from "./seeded-random.ts";

const RESAMPLES = 2000;
const SEED = 1;
/** Scores that differ by less are equal but for rounding. */
const SAME = 1e-9;

/** Bounds of an interval. */
export type Interval = readonly [low: number, high: number];

/** A mean with its 95 % confidence interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** How the scores of the same questions differ between two ways to answer them. */
export interface PairedComparison {
  /** Mean of the second's scores less the first's. */
  readonly difference: Estimate;
  /** Questions that the second answers better. */
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

/**
 * The 95 % confidence interval of a mean by the percentile bootstrap: the means of samples of the same size, drawn with
 * replacement. The same values give the same interval. Source: Efron and Tibshirani, "An Introduction to the Bootstrap",
 * 1993, chapter 13.
 */
export function bootstrapInterval(values: readonly number[]): Interval {
  const random = seededRandom(SEED);
  const count = values.length;
  if (count === 0) return [0, 0];
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let drawn = 0; drawn < count; drawn += 1) sum += values[Math.floor(random() * count)] ?? 0;
    return sum / count;
  });
  return [percentile(means, 2.5), percentile(means, 97.5)];
}

/** The mean of some scores with its {@link bootstrapInterval}. */
export function estimateMean(values: readonly number[]): Estimate {
  const [low, high] = bootstrapInterval(values);
  return { value: mean(values), low, high };
}

/**
 * Compares two ways to answer the same questions by the paired bootstrap: questions are drawn, each with both of its
 * scores, so that hard and easy ones do not blur the difference.
 */
export function comparePaired(first: readonly number[], second: readonly number[]): PairedComparison {
  if (first.length !== second.length) throw new Error("paired scores must be of the same questions");
  const differences = second.map((score, at) => score - (first[at] ?? 0));
  const wins = differences.filter((difference) => difference > SAME).length;
  const losses = differences.filter((difference) => difference < -SAME).length;
  const ties = differences.length - wins - losses;
  return { difference: estimateMean(differences), wins, ties, losses };
}
