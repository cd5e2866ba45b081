import type { DocumentChunk } from "@quarry/sdk";

/** A part of a text, in UTF-16 code units. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * Where a passage stands in a file, nearest to where it stands in the text that was read from the file. Undefined if the file's
 * text differs from the passage's.
 */
export function placeOf(
  file: string,
  { content, metadata }: Pick<DocumentChunk, "content" | "metadata">,
): Place | undefined {
  const expected = typeof metadata.start === "number" ? metadata.start : 0;
  const before = file.lastIndexOf(content, expected);
  const after = file.indexOf(content, expected);
  const isBefore = after < 0 || (before >= 0 && expected - before <= after - expected);
  const start = isBefore ? before : after;
  return start < 0 || content === "" ? undefined : { start, end: start + content.length };
}
