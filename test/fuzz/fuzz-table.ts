import type { KindResult } from "./fuzz-parsers.ts";

const MAX_SHOWN = 40;

/** Formats the results by kind, and the first faults. */
export function fuzzTable(results: readonly KindResult[]): string {
  const rows = results.map(({ kind, files, read, refused, exceptions, faults, maxSeconds, maxBytes }) =>
    [
      kind,
      files,
      read,
      refused,
      exceptions,
      faults.length,
      maxSeconds.toFixed(1),
      (maxBytes / 1e6).toFixed(0),
    ].join(" | "),
  );
  const faults = results.flatMap((result) => result.faults);
  return [
    "| kind | files | read | refused | of them exceptions | faults | slowest s | peak MB |",
    `|---|${"---:|".repeat(7)}`,
    ...rows.map((row) => `| ${row} |`),
    ...faults.slice(0, MAX_SHOWN),
    ...(faults.length > MAX_SHOWN ? [`... and ${faults.length - MAX_SHOWN} more`] : []),
  ].join("\n");
}
