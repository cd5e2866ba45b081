const MAX_LISTED = 20;

/** The warning about sheets that a program does not show although their text is part of the document. */
export function hiddenSheets(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const listed = names.slice(0, MAX_LISTED).map((name) => `"${name}"`);
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : "";
  return [
    `The text includes ${names.length === 1 ? "a hidden sheet" : `${names.length} hidden sheets`}: ${listed.join(", ")}${more}.`,
  ];
}
