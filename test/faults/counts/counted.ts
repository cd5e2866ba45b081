import type { Fault } from "./fault-table.ts";

/** A run of a test that makes a fault. */
export interface CountedRun {
  readonly fault: string;
  readonly count: number;
  readonly passed: boolean;
  readonly seconds: number;
  readonly seed: number;
  readonly revision: string;
  readonly date: string;
}

/** Reads runs from JSON lines. */
export function parseRuns(lines: string): CountedRun[] {
  return lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as CountedRun);
}

/** How often a fault was made in runs that passed. */
export function countOf(fault: Fault, runs: readonly CountedRun[]): number {
  return runs
    .filter((run) => run.fault === fault.name && run.passed)
    .reduce((sum, { count }) => sum + count, 0);
}

/** The fault that is furthest from the number asked for, in proportion; undefined when all have reached it. */
export function mostMissing(faults: readonly Fault[], runs: readonly CountedRun[]): Fault | undefined {
  const shareOf = (fault: Fault) => countOf(fault, runs) / fault.asked;
  const missing = faults.filter((fault) => shareOf(fault) < 1);
  return missing.reduce<Fault | undefined>(
    (least, fault) => (least === undefined || shareOf(fault) < shareOf(least) ? fault : least),
    undefined,
  );
}

/** A Markdown table of what was made, for docs/reliability.md. */
export function countsTable(faults: readonly Fault[], runs: readonly CountedRun[]): string {
  const rows = faults.map((fault) => {
    const failed = runs.filter((run) => run.fault === fault.name && !run.passed).length;
    return `| ${fault.name} | ${fault.asked} | ${countOf(fault, runs)} | ${failed} | \`test/${fault.file}\` |`;
  });
  return ["| Fault | Asked | Made | Failed runs | Test |", "|---|---|---|---|---|", ...rows].join("\n");
}
