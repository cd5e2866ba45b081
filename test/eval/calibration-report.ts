import { mean, percentile } from "@quarry/core/internal";
import type { BestHit, Observed } from "./calibration.ts";
import { languageOf } from "./collection.ts";

const BORDERS = [0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 1];

/** Best hits whose similarities lie close together. */
export interface ReliabilityBin {
  readonly low: number;
  readonly high: number;
  readonly hits: number;
  /** Means over the hits; 0 of none. */
  readonly similarity: number;
  readonly right: number;
}

const share = (hits: readonly BestHit[], holds: (hit: BestHit) => boolean) =>
  mean(hits.map((hit) => (holds(hit) ? 1 : 0)));
const percent = (value: number) => `${(value * 100).toFixed(1)} %`;

/** What similarities mean: a line for each collection, one for each language, and one for all. */
export function calibrationTable(observed: readonly Observed[]): string {
  const languages = [...Map.groupBy(observed, ({ name }) => languageOf(name))];
  const lines = [
    ...observed,
    ...languages.map(([language, members]) => together(`all ${language}`, members)),
    together("all", observed),
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

/** How many of the best hits are right, by their similarity; quotations, which are always right, are left out. */
export function reliability(observed: readonly Observed[]): ReliabilityBin[] {
  const { own, unrelated } = together("all", observed);
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

/** The bins as a table. */
export function reliabilityTable(bins: readonly ReliabilityBin[]): string {
  const lines = bins.map(
    ({ low, high, hits, similarity, right }) =>
      `| ${low} - ${high} | ${hits} | ${percent(similarity)} | ${percent(right)} |`,
  );
  return ["| similarity | hits | mean | right |", "|---|---|---|---|", ...lines].join("\n");
}

function together(name: string, observed: readonly Observed[]): Observed {
  return {
    name,
    own: observed.flatMap(({ own }) => own),
    unrelated: observed.flatMap(({ unrelated }) => unrelated),
    quotations: observed.flatMap(({ quotations }) => quotations),
  };
}
