import type { Block, ParsedDocument } from "@quarry/core";
import { parseError } from "./parse-error.ts";
import { maxTextChars } from "./text-limit.ts";

const TITLE_MAX_CHARS = 200;

/**
 * Creates a parser's result.
 *
 * @throws QuarryError `invalid_request` if the text is blank or longer than {@link maxTextChars}.
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
 * @throws QuarryError `invalid_request` if the text is longer than {@link maxTextChars}.
 */
export function assertTextLength(text: string): void {
  assertLength(text.length);
}

/**
 * Checks the length that a text has so far.
 *
 * @throws QuarryError `invalid_request` if it is more than {@link maxTextChars}.
 */
export function assertLength(length: number): void {
  const max = maxTextChars();
  if (length <= max) return;
  throw parseError(
    `The file holds ${length.toLocaleString("en-US")} characters of text; the limit is ${max.toLocaleString("en-US")}.`,
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
