import type { Block, ParsedDocument, ParseInput, Parser } from "@quarry/core";
import { assertTextLength, parsedDocument } from "../document/parsed-document.ts";
import { withWarnings } from "../document/with-warnings.ts";
import { readText } from "../text/decode-text.ts";
import { lineSpans } from "../text/line-spans.ts";

/** Parses plain text. Blank lines separate paragraphs. */
export const textParser: Parser = {
  mimeTypes: ["text/plain"],
  async parse({ bytes, declaredCharset }: ParseInput): Promise<ParsedDocument> {
    const { text, warnings } = readText(bytes, declaredCharset);
    assertTextLength(text);
    return withWarnings(parsedDocument("text/plain", text, paragraphsOf(text)), warnings);
  },
};

function paragraphsOf(text: string): Block[] {
  const blocks: Block[] = [];
  let start = -1;
  let end = -1;
  for (const line of lineSpans(text)) {
    if (line.blank) {
      if (start !== -1) blocks.push({ kind: "paragraph", start, end });
      start = -1;
    } else {
      if (start === -1) start = line.start;
      end = line.end;
    }
  }
  if (start !== -1) blocks.push({ kind: "paragraph", start, end });
  return blocks;
}
