import type { ParsedDocument } from "@quarry/core";

/** The document with further warnings. */
export function withWarnings(document: ParsedDocument, warnings: readonly string[]): ParsedDocument {
  return warnings.length === 0
    ? document
    : { ...document, warnings: [...(document.warnings ?? []), ...warnings] };
}
