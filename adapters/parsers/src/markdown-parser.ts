import type { Block, ParsedDocument, ParseInput, Parser } from "@quarry/core";
import { decodeText } from "./decode-text.ts";
import { extractedDocument, refuseTooLong } from "./extracted-document.ts";
import { frontMatter } from "./front-matter.ts";
import { markdownBlocks } from "./markdown-blocks.ts";

/**
 * Reads Markdown: the text is the source, and the blocks are its outermost ones. Only these matter to chunking, so
 * it has a scanner of its own: it is linear for every input and exact about offsets. A full Markdown library is neither;
 * marked 18 takes more than ten minutes for 200 KB of one-letter lines.
 */
export const markdownParser: Parser = {
  mimeTypes: ["text/markdown"],
  async parse({ bytes }: ParseInput): Promise<ParsedDocument> {
    const text = decodeText(bytes);
    refuseTooLong(text);
    const front = frontMatter(text);
    const settings: Block[] = front ? [{ kind: "code", start: 0, end: front.end }] : [];
    const blocks = settings.concat(markdownBlocks(text, front?.end ?? 0));
    return extractedDocument("text/markdown", text, blocks, front?.title);
  },
};
