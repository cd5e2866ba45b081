import { number, spread } from "../report/format.ts";
import type { Spread } from "../results/statistics.ts";
import type { Floor } from "./floors.ts";

/** Compares ratios with their floors by the median, and counts those below. */
export function judgeFloors<Name extends string>(
  floors: Readonly<Record<Name, Floor>>,
  ratios: Readonly<Record<Name, Spread>>,
): { readonly lines: readonly string[]; readonly failed: number } {
  const judged = (Object.keys(floors) as Name[]).map((key) => {
    const { name, least } = floors[key];
    // A ratio that was not measured is NaN, which is not at least anything.
    const isEnough = ratios[key].median >= least;
    const line = `${isEnough ? "ok  " : "FELL"} ${name}: ${spread(ratios[key], "x")}, floor ${number(least)} x`;
    return { isEnough, line };
  });
  return {
    lines: judged.map(({ line }) => line),
    failed: judged.filter(({ isEnough }) => !isEnough).length,
  };
}
