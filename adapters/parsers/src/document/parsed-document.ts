import type { Block, ParsedDocument } from "@quarry/core";
import { parseError } from "./parse-error.ts";

/** Maximum length of a document's text, in UTF-16 code units. */
export const MAX_TEXT_CHARS = 10_000_000;

const TITLE_MAX_CHARS = 200;

/**
 * Creates a parser's result.
 *
 * @throws QuarryError `invalid_request` if the text is blank or longer than {@link MAX_TEXT_CHARS}.
 */
export function parsedDocument(
  mimeType: string,
  text: string,
  blocks: readonly Block[],
  title?: string,
): ParsedDocument {
  assertTextLength(text);
  if (!/\S/.test(text)) {
    throw parseError("The file holds no text.", "Send a file that contains text, or send the text itself.");
  }
  const titleLine = truncateLine(title ?? "");
  return { mimeType, text, blocks, ...(titleLine === "" ? {} : { title: titleLine }) };
}

/**
 * Checks the length of a text. Parsers call this before any expensive work.
 *
 * @throws QuarryError `invalid_request` if the text is longer than {@link MAX_TEXT_CHARS}.
 */
export function assertTextLength(text: string): void {
  assertLength(text.length);
}

/**
 * Checks the length that a text has so far.
 *
 * @throws QuarryError `invalid_request` if it is more than {@link MAX_TEXT_CHARS}.
 */
export function assertLength(length: number): void {
  if (length <= MAX_TEXT_CHARS) return;
  throw parseError(
    `The file holds ${length.toLocaleString("en-US")} characters of text; the limit is 10,000,000.`,
    "Split the file into several documents.",
  );
}

/** Collapses white space and truncates the result. Titles must be short because every chunk can repeat them. */
export function truncateLine(title: string, maxChars = TITLE_MAX_CHARS): string {
  const line = title
    .slice(0, maxChars * 8)
    .replace(/\s+/g, " ")
    .trim();
  return line.length <= maxChars
    ? line
    : `${line
        .slice(0, maxChars - 1)
        .replace(/[\ud800-\udbff]$/, "")
        .trimEnd()}…`;
}
