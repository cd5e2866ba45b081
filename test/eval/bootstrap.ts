import { seededRandom } from "../support/seeded-random.ts";
import { mean, percentile } from "./metrics.ts";

const RESAMPLES = 2000;
const SEED = 1;

/** Bounds of an interval. */
export type Interval = readonly [low: number, high: number];

/**
 * The 95 % confidence interval of a mean by the percentile bootstrap: the means of samples of the same size, drawn with
 * replacement. The same values give the same interval. Source: Efron and Tibshirani, "An Introduction to the Bootstrap",
 * 1993, chapter 13.
 */
export function bootstrapInterval(values: readonly number[]): Interval {
  const random = seededRandom(SEED);
  const means = Array.from({ length: RESAMPLES }, () =>
    mean(values.map(() => values[Math.floor(random() * values.length)] ?? 0)),
  );
  return [percentile(means, 2.5), percentile(means, 97.5)];
}
