/** What the address of a document holds. */
export interface DocumentSearch {
  /** Index of the chosen passage. */
  readonly passage?: number | undefined;
  /** The page of the original that is shown, from 1. Default: the page on which the chosen passage starts. */
  readonly page?: number | undefined;
}

/** Reads it; what is not understood is left out. */
export function readDocumentSearch({ passage, page }: Record<string, unknown>): DocumentSearch {
  return {
    ...(isWhole(passage) && passage >= 0 ? { passage } : {}),
    ...(isWhole(page) && page >= 1 ? { page } : {}),
  };
}

function isWhole(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value);
}
