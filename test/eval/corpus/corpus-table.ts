import { SERVICE_FAILURE } from "../../../server/src/records/documents/service-failure.ts";
import type { Outcome } from "../files/judge.ts";
import type { WordOverlap } from "./word-overlap.ts";

/** What became of one file. */
export interface ReadFile {
  readonly path: string;
  readonly kind: string;
  readonly outcome: Omit<Outcome, "text">;
  /** Undefined without another program's reading. */
  readonly overlap: WordOverlap | undefined;
}

/** Word recall below which a file counts as badly read. */
const BAD = 0.9;
const SHOWN = 25;

/** True for a file that failed because of a defect of the service. */
export function isInternal({ status, errorMessage }: ReadFile["outcome"]): boolean {
  return status === "FAILED" && (errorMessage?.startsWith(SERVICE_FAILURE) ?? false);
}

/** Formats the results by kind, the causes of failures, and the files that were read worst. */
export function corpusTable(files: readonly ReadFile[]): string {
  const kinds = [...Map.groupBy(files, ({ kind }) => kind)].sort(([, a], [, b]) => b.length - a.length);
  const rows = [...kinds, ["all", files] as const].map(([kind, own]) => row(kind, own));
  const causes = [...Map.groupBy(failed(files), ({ outcome }) => outcome.errorMessage ?? "no cause")]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([cause, own]) => `${String(own.length).padStart(4)}  ${cause}`);
  const worst = compared(files)
    .filter(({ overlap }) => overlap.recall < BAD)
    .sort((a, b) => a.overlap.recall - b.overlap.recall)
    .slice(0, SHOWN)
    .map(({ overlap, path }) => `${overlap.recall.toFixed(2)}  ${path}`);
  return [
    "| kind | files | completed | failed | internal | stuck | compared | recall | recall >= .9 | precision | s | peak MB |",
    `|---|${"---:|".repeat(11)}`,
    ...rows,
    ...(causes.length > 0 ? ["", "Causes of failures:", ...causes] : []),
    ...(worst.length > 0 ? ["", "Lowest word recall:", ...worst] : []),
  ].join("\n");
}

function row(kind: string, files: readonly ReadFile[]): string {
  const count = (status: Outcome["status"]) =>
    files.filter(({ outcome }) => outcome.status === status).length;
  const judged = compared(files).map(({ overlap }) => overlap);
  const mean = (values: readonly number[]) =>
    values.length === 0 ? "" : (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3);
  const seconds = files.reduce((sum, { outcome }) => sum + outcome.seconds, 0);
  const cells = [
    ...[kind || "none", files.length, count("COMPLETED"), count("FAILED")],
    files.filter(({ outcome }) => isInternal(outcome)).length,
    ...[count("STUCK"), judged.length, mean(judged.map(({ recall }) => recall))],
    mean(judged.map(({ recall }) => (recall >= BAD ? 1 : 0))),
    mean(judged.map(({ precision }) => precision)),
    seconds.toFixed(0),
    (Math.max(0, ...files.map(({ outcome }) => outcome.peakBytes)) / 1e6).toFixed(0),
  ];
  return `| ${cells.join(" | ")} |`;
}

function failed(files: readonly ReadFile[]): readonly ReadFile[] {
  return files.filter(({ outcome }) => outcome.status === "FAILED");
}

/** A refused file has no text to compare. */
function compared(files: readonly ReadFile[]): (ReadFile & { readonly overlap: WordOverlap })[] {
  return files.flatMap((file) =>
    file.overlap && file.outcome.status === "COMPLETED" ? [{ ...file, overlap: file.overlap }] : [],
  );
}
