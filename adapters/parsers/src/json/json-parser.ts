import type { Block, ParsedDocument, ParseInput, Parser } from "@quarry/core";
import { parseError } from "../document/parse-error.ts";
import { assertTextLength, parsedDocument } from "../document/parsed-document.ts";
import { maxTextChars } from "../document/text-limit.ts";
import { withWarnings } from "../document/with-warnings.ts";
import { readText } from "../text/decode-text.ts";
import { lineSpans } from "../text/line-spans.ts";
import { indentJson } from "./indent-json.ts";
import { scanJson } from "./scan-json.ts";

const READABLE_LINE_CHARS = 1000;

/**
 * Parses JSON: the text is the source, indented if it has long lines. Every member of the outermost object or array is
 * a block.
 */
export const jsonParser: Parser = {
  mimeTypes: ["application/json"],
  async parse({ bytes, declaredCharset }: ParseInput): Promise<ParsedDocument> {
    const { text: source, warnings } = readText(bytes, declaredCharset);
    assertTextLength(source);
    if (!/\S/.test(source)) return parsedDocument("application/json", source, []);
    const scan = scanJson(source);
    if (scan.problemAt !== undefined) throw invalidJson(source, scan.problemAt);

    const indented = hasLongLine(source) ? indentJson(source, maxTextChars()) : undefined;
    const starts = indented === undefined ? scan.memberStarts : scanJson(indented).memberStarts;
    const text = indented ?? source;
    return withWarnings(parsedDocument("application/json", text, membersOf(text, starts)), warnings);
  },
};

/** Returns a block per member. The first and the last block include the outermost brackets. */
function membersOf(text: string, starts: readonly number[]): Block[] {
  const bounds = [0, ...starts.slice(1), text.length];
  return bounds.slice(1).map((end, index) => {
    const start = bounds[index] ?? 0;
    const trailing = /\s{0,1000}$/.exec(text.slice(Math.max(start, end - 1000), end))?.[0].length ?? 0;
    return { kind: "code", start, end: end - trailing };
  });
}

function hasLongLine(text: string): boolean {
  for (const line of lineSpans(text)) if (line.end - line.start > READABLE_LINE_CHARS) return true;
  return false;
}

function invalidJson(text: string, offset: number): Error {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  const column = offset - before.lastIndexOf("\n");
  const found =
    offset < text.length
      ? `unexpected ${JSON.stringify(String.fromCodePoint(text.codePointAt(offset) ?? 0))}`
      : "the file ends too early";
  return parseError(
    `The file is not valid JSON: ${found} at line ${line}, column ${column}.`,
    "Fix it, or send it as plain text with a file name that ends in .txt.",
  );
}
