import type { Verdict } from "../results/verdict.ts";
import { number, spread } from "./format.ts";

/** Formats verdicts as a table: a line per target. */
export function verdictTable(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ target: { title, before, bound, limit, unit }, reached, isReached }) => {
    const value = reached ? spread(reached, unit) : "not measured";
    const goal = `${bound} ${number(limit)}${unit === "" ? "" : ` ${unit}`}`;
    const word = isReached === undefined ? "" : isReached ? "reached" : "**missed**";
    return `| ${title} | ${before ?? ""} | ${value} | ${goal} | ${word} |`;
  });
  return ["| | before | now | target | |", "|---|---|---|---|---|", ...rows].join("\n");
}

/** Formats how many of the measured targets were reached. */
export function summary(verdicts: readonly Verdict[]): string {
  const judged = verdicts.filter(({ isReached }) => isReached !== undefined);
  const reached = judged.filter(({ isReached }) => isReached);
  return `${reached.length} of ${judged.length} measured lines reach their target; ${verdicts.length - judged.length} were not measured.`;
}
