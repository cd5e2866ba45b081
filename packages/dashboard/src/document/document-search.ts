/** What the address of a document holds. */
export interface DocumentSearch {
  /** Index of the chosen passage. */
  readonly passage?: number | undefined;
}

/** Reads it; what is not understood is left out. */
export function readDocumentSearch({ passage }: Record<string, unknown>): DocumentSearch {
  return typeof passage === "number" && Number.isInteger(passage) && passage >= 0 ? { passage } : {};
}
