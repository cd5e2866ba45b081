import { oneLine } from "../terminal/output.ts";

/** A file that is not in the space as it is on the disk. */
export interface FailedFile {
  readonly filename: string;
  /** Why, and what to do. */
  readonly message: string;
  /** True if an earlier upload failed with the same bytes, and this one did not try again. */
  readonly earlier?: true;
}

/** The outcome of an upload, by filename. */
export interface Outcome {
  readonly uploaded: string[];
  readonly updated: string[];
  /** Number of files that the space already has. */
  unchanged: number;
  /** Empty files, which are skipped because they cannot be documents. */
  readonly empty: string[];
  readonly failed: FailedFile[];
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
  const earlier = failed.filter((file) => file.earlier).length;
  const counts = [
    `${uploaded.length} uploaded`,
    `${updated.length} updated`,
    `${unchanged} unchanged`,
    ...(empty.length === 0 ? [] : [`${empty.length} empty (skipped)`]),
    ...(deleted.length === 0 ? [] : [`${deleted.length} deleted`]),
    `${failed.length} failed${earlier === 0 ? "" : ` (${earlier} before, not tried again without --retry)`}`,
  ];
  return `${counts.join(", ")}.`;
}

/** Says why a file failed. */
export function failureText({ filename, message, earlier }: FailedFile): string {
  return `${earlier ? "FAILED BEFORE" : "FAILED"} ${oneLine(filename)}: ${oneLine(message)}`;
}

/** Lists the warnings about documents that were read. */
export function warningsText({ warnings }: Outcome): string {
  const shown = warnings
    .slice(0, MAX_SHOWN)
    .map(({ filename, message }) => `${oneLine(filename)}: warning: ${oneLine(message)}`);
  const more = warnings.length - MAX_SHOWN;
  return [...shown, ...(more > 0 ? [`... and ${more} more. Use --json to see all.`] : [])].join("\n");
}
