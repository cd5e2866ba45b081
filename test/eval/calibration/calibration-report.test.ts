import { expect, test } from "bun:test";
import { calibrationTable, reliability } from "./calibration-report.ts";
import type { Observed } from "./evaluate-calibration.ts";
import { reliabilityPlot } from "./reliability-plot.ts";

const hit = (similarity: number, isRight: boolean) => ({ similarity, isRight });
const OBSERVED: Observed[] = [
  {
    name: "one",
    own: [hit(0.95, true), hit(0.15, true), hit(0.5, false)],
    unrelated: [hit(0, false), hit(0.3, false)],
    quotations: [hit(1, true), hit(0.85, true)],
  },
  { name: "xquad-de", own: [hit(1, true)], unrelated: [hit(0.1, false)], quotations: [hit(0.99, true)] },
];

test("calibrationTable has a row per collection, per language and for all", () => {
  const lines = calibrationTable(OBSERVED).split("\n");
  expect(lines).toContain("| one | 0.00 / 0.30 / 0.30 | 50.0 % | 50.0 % | 50.0 % |");
  expect(lines).toContain("| all de | 0.10 / 0.10 / 0.10 | 100.0 % | 100.0 % | 100.0 % |");
  expect(lines.at(-1)).toBe("| all | 0.10 / 0.30 / 0.30 | 66.7 % | 66.7 % | 66.7 % |");
});

test("reliability puts every best hit except quotations into one bin, and the plot shows non-empty bins", () => {
  const bins = reliability(OBSERVED);
  expect(bins.reduce((sum, { hits }) => sum + hits, 0)).toBe(7);
  expect(bins.find(({ low }) => low === 0.9)).toMatchObject({ hits: 2, right: 1 });
  expect(bins.find(({ low }) => low === 0.1)).toMatchObject({ hits: 2, right: 0.5 });
  const plot = reliabilityPlot(bins);
  expect(plot.match(/<circle/g)).toHaveLength(bins.filter(({ hits }) => hits > 0).length);
});
