import type { DocumentStatus } from "@quarry/sdk";

const STATUSES: readonly string[] = ["PROCESSING", "COMPLETED", "FAILED"] satisfies DocumentStatus[];

/** What the address of a list of documents holds. */
export interface DocumentsSearch {
  readonly status?: DocumentStatus | undefined;
}

/** Reads it; what is not understood is left out. */
export function readDocumentsSearch({ status }: Record<string, unknown>): DocumentsSearch {
  return typeof status === "string" && STATUSES.includes(status) ? { status: status as DocumentStatus } : {};
}
