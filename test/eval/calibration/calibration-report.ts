import { mean, percentile } from "@quarry/core/internal";
import { languageOf } from "../collection.ts";
import type { BestHit, Observed } from "./evaluate-calibration.ts";

const BORDERS = [0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 1];

/** A range of similarities and the best hits in it. */
export interface ReliabilityBin {
  readonly low: number;
  readonly high: number;
  readonly hits: number;
  /** Mean over the hits; 0 without hits. */
  readonly similarity: number;
  /** Share of right hits; 0 without hits. */
  readonly right: number;
}

const share = (hits: readonly BestHit[], holds: (hit: BestHit) => boolean) =>
  mean(hits.map((hit) => (holds(hit) ? 1 : 0)));
const percent = (value: number) => `${(value * 100).toFixed(1)} %`;

/** Formats the calibration: a row per collection, one per language, and one for all. */
export function calibrationTable(observed: readonly Observed[]): string {
  const languages = [...Map.groupBy(observed, ({ name }) => languageOf(name))];
  const lines = [
    ...observed,
    ...languages.map(([language, members]) => merge(`all ${language}`, members)),
    merge("all", observed),
  ].map(({ name, own, unrelated, quotations }) => {
    const chances = unrelated.map(({ similarity }) => similarity);
    const cells = [
      name,
      [50, 90, 95].map((at) => percentile(chances, at).toFixed(2)).join(" / "),
      percent(share(unrelated, ({ similarity }) => similarity < 0.2)),
      percent(share(quotations, ({ similarity }) => similarity > 0.9)),
      percent(
        share(
          own.filter(({ isRight }) => isRight),
          ({ similarity }) => similarity > 0.2,
        ),
      ),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    "| set | unrelated p50 / p90 / p95 | unrelated < 0.2 | quotations > 0.9 | right > 0.2 |",
    "|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}

/** Returns the share of right best hits by similarity, without quotations, whose best hits are always right. */
export function reliability(observed: readonly Observed[]): ReliabilityBin[] {
  const { own, unrelated } = merge("all", observed);
  const hits = [...own, ...unrelated];
  return BORDERS.map((high, at) => {
    const low = BORDERS[at - 1] ?? 0;
    const members = hits.filter(
      ({ similarity }) => similarity >= low && (similarity < high || (high === 1 && similarity === 1)),
    );
    return {
      low,
      high,
      hits: members.length,
      similarity: mean(members.map(({ similarity }) => similarity)),
      right: share(members, ({ isRight }) => isRight),
    };
  });
}

/** Formats the bins as a table. */
export function reliabilityTable(bins: readonly ReliabilityBin[]): string {
  const lines = bins.map(
    ({ low, high, hits, similarity, right }) =>
      `| ${low} - ${high} | ${hits} | ${percent(similarity)} | ${percent(right)} |`,
  );
  return ["| similarity | hits | mean | right |", "|---|---|---|---|", ...lines].join("\n");
}

function merge(name: string, observed: readonly Observed[]): Observed {
  return {
    name,
    own: observed.flatMap(({ own }) => own),
    unrelated: observed.flatMap(({ unrelated }) => unrelated),
    quotations: observed.flatMap(({ quotations }) => quotations),
  };
}
