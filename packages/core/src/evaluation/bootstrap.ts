import { mean, percentile } from "./metrics.ts";
import { seededRandom } from "./seeded-random.ts";

const RESAMPLES = 2000;
const SEED = 1;
/** Smaller differences are rounding errors. */
const SAME = 1e-9;

/** Lower and upper bound. */
export type Interval = readonly [low: number, high: number];

/** A mean with its 95% confidence interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Difference between the scores of two systems on the same questions. */
export interface PairedComparison {
  /** Mean of the second system's scores minus the first's. */
  readonly difference: Estimate;
  /** Number of questions that the second system answers better. */
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

/**
 * Computes the 95% confidence interval of a mean by the percentile bootstrap: the means of 2000 samples of the same size,
 * drawn with replacement. Deterministic. Source: Efron and Tibshirani, "An Introduction to the Bootstrap", 1993,
 * chapter 13.
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

/** Returns the mean of `values` with its {@link bootstrapInterval}. */
export function estimateMean(values: readonly number[]): Estimate {
  const [low, high] = bootstrapInterval(values);
  return { value: mean(values), low, high };
}

/**
 * Compares two systems on the same questions by the paired bootstrap: resamples questions with both of their scores, so
 * that varying difficulty does not blur the difference.
 * @throws Error if the lists differ in length.
 */
export function comparePaired(first: readonly number[], second: readonly number[]): PairedComparison {
  if (first.length !== second.length) throw new Error("Paired scores must cover the same questions");
  const differences = second.map((score, at) => score - (first[at] ?? 0));
  const wins = differences.filter((difference) => difference > SAME).length;
  const losses = differences.filter((difference) => difference < -SAME).length;
  const ties = differences.length - wins - losses;
  return { difference: estimateMean(differences), wins, ties, losses };
}
