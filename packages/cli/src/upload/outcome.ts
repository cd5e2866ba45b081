import { oneLine } from "../printing.ts";

/** What an upload did, by the documents' names. */
export interface Outcome {
  readonly uploaded: string[];
  readonly updated: string[];
  /** How many files the space had already. */
  unchanged: number;
  /** Files without a byte, of which no document can be made. */
  readonly empty: string[];
  readonly failed: { readonly filename: string; readonly message: string }[];
  readonly deleted: string[];
}

const SHOWN_FAILURES = 20;

/** An outcome of nothing so far. */
export function emptyOutcome(): Outcome {
  return { uploaded: [], updated: [], unchanged: 0, empty: [], failed: [], deleted: [] };
}

/** What was done, for a person. */
export function outcomeText({ uploaded, updated, unchanged, empty, failed, deleted }: Outcome): string {
  const counts = [
    `${uploaded.length} uploaded`,
    `${updated.length} updated`,
    `${unchanged} unchanged`,
    ...(empty.length === 0 ? [] : [`${empty.length} empty and left out`]),
    ...(deleted.length === 0 ? [] : [`${deleted.length} deleted`]),
    `${failed.length} failed`,
  ];
  return `${counts.join(", ")}.`;
}

/** Which files failed, and why. */
export function failuresText({ failed }: Outcome): string {
  const shown = failed
    .slice(0, SHOWN_FAILURES)
    .map(({ filename, message }) => `${oneLine(filename)}: ${oneLine(message)}`);
  const more = failed.length - SHOWN_FAILURES;
  return [...shown, ...(more > 0 ? [`... and ${more} more; --json shows all.`] : [])].join("\n");
}
