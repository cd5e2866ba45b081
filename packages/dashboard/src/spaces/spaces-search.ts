/** What the address of the list of spaces holds. */
export interface SpacesSearch {
  /** Words to look for. */
  readonly q?: string | undefined;
  readonly status?: "archived" | undefined;
}

/** Reads it; what is not understood is left out. */
export function readSpacesSearch(search: Record<string, unknown>): SpacesSearch {
  return {
    ...(typeof search.q === "string" && search.q !== "" ? { q: search.q } : {}),
    ...(search.status === "archived" ? { status: "archived" as const } : {}),
  };
}

/** True when a space matches all words, in any order and anywhere in its name, description or slug. */
export function matchesWords(
  words: string,
  { name, description, slug }: { readonly name: string; readonly description: string; readonly slug: string },
): boolean {
  const searched = fold(`${name}\n${description}\n${slug}`);
  return fold(words)
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

/** Without case and accents. */
function fold(value: string): string {
  return value.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
