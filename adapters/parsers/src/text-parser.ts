import type { Block, ParsedDocument, ParseInput, Parser } from "@quarry/core";
import { decodeText } from "./decode-text.ts";
import { extractedDocument, refuseTooLong } from "./extracted-document.ts";
import { lineSpans } from "./line-spans.ts";

/** Reads plain text: paragraphs are separated by blank lines. */
export const textParser: Parser = {
  mimeTypes: ["text/plain"],
  async parse({ bytes }: ParseInput): Promise<ParsedDocument> {
    const text = decodeText(bytes);
    refuseTooLong(text);
    return extractedDocument("text/plain", text, paragraphsOf(text));
  },
};

/** The paragraphs of a text, offsets without the line end. */
export function paragraphsOf(text: string): Block[] {
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
