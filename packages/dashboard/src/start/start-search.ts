/** What the address of the start holds. */
export interface StartSearch {
  /** Slug of the space that was created, so that a reload goes on. */
  readonly space?: string | undefined;
}

/** Reads it; what is not understood is left out. */
export function readStartSearch({ space }: Record<string, unknown>): StartSearch {
  return typeof space === "string" && space !== "" ? { space } : {};
}
