import { oneLine } from "../terminal/output.ts";

/** The outcome of an upload, by filename. */
export interface Outcome {
  readonly uploaded: string[];
  readonly updated: string[];
  /** Number of files that the space already has. */
  unchanged: number;
  /** Empty files, which are skipped because they cannot be documents. */
  readonly empty: string[];
  readonly failed: { readonly filename: string; readonly message: string }[];
  readonly deleted: string[];
  /** Uploaded or updated documents whose text may not be what the file holds. */
  readonly warnings: { readonly filename: string; readonly message: string }[];
}

const MAX_SHOWN = 20;

/** Creates an empty outcome. */
export function emptyOutcome(): Outcome {
  return { uploaded: [], updated: [], unchanged: 0, empty: [], failed: [], deleted: [], warnings: [] };
}

/** Summarizes an outcome in one line. */
export function outcomeText({ uploaded, updated, unchanged, empty, failed, deleted }: Outcome): string {
  const counts = [
    `${uploaded.length} uploaded`,
    `${updated.length} updated`,
    `${unchanged} unchanged`,
    ...(empty.length === 0 ? [] : [`${empty.length} empty (skipped)`]),
    ...(deleted.length === 0 ? [] : [`${deleted.length} deleted`]),
    `${failed.length} failed`,
  ];
  return `${counts.join(", ")}.`;
}

/** Lists the failed files and the reasons. */
export function failuresText({ failed }: Outcome): string {
  return listed(failed);
}

/** Lists the warnings about documents that were read. */
export function warningsText({ warnings }: Outcome): string {
  return listed(warnings.map(({ filename, message }) => ({ filename, message: `warning: ${message}` })));
}

function listed(remarks: Outcome["failed"]): string {
  const shown = remarks
    .slice(0, MAX_SHOWN)
    .map(({ filename, message }) => `${oneLine(filename)}: ${oneLine(message)}`);
  const more = remarks.length - MAX_SHOWN;
  return [...shown, ...(more > 0 ? [`... and ${more} more. Use --json to see all.`] : [])].join("\n");
}
