import type { Block, ParsedDocument } from "@quarry/core";
import { refusal } from "./refusal.ts";

/** The most characters of text that a document may hold. */
export const MAX_TEXT_CHARS = 10_000_000;

const TITLE_MAX_CHARS = 200;

/** A parser's result, once it is known to hold text and not too much of it. */
export function extractedDocument(
  mimeType: string,
  text: string,
  blocks: readonly Block[],
  title?: string,
): ParsedDocument {
  refuseTooLong(text);
  if (!/\S/.test(text)) {
    throw refusal("The file holds no text.", "Send a file with text in it, or the text itself.");
  }
  const shortTitle = shortened(title ?? "");
  return { mimeType, text, blocks, ...(shortTitle === "" ? {} : { title: shortTitle }) };
}

/** Refuses text above the limit; a parser calls it early to save itself the work. */
export function refuseTooLong(text: string): void {
  if (text.length <= MAX_TEXT_CHARS) return;
  throw refusal(
    `The file holds ${text.length.toLocaleString("en-US")} characters of text; the limit is 10,000,000.`,
    "Split it into several documents.",
  );
}

/** A title on one line, cut to a length that can stand before every chunk. */
export function shortened(title: string, maxChars = TITLE_MAX_CHARS): string {
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
