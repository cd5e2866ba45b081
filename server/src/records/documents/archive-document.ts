import type { Document } from "@quarry/schema";
import type { MemberStates } from "./archive-members.ts";

/**
 * Shows an archive with the states of its files: it is PROCESSING until all of them are processed, and its warnings name
 * the ones that failed.
 */
export function withMembers(document: Document, states: MemberStates | undefined): Document {
  if (!states || document.status !== "COMPLETED") return document;
  const { total, open, failed, failures } = states;
  const warnings = failures.map(
    ([filename, message]) => `${filename} was not read: ${message ?? "it failed."}`,
  );
  const more = failed > failures.length ? [`${failed - failures.length} more files were not read.`] : [];
  const shown = { ...document, warnings: [...document.warnings, ...warnings, ...more] };
  if (open === 0) return shown;
  return {
    ...shown,
    status: "PROCESSING",
    progress: { stage: "reading", unit: "files", done: total - open, total },
  };
}
