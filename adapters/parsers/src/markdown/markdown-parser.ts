import type { Block, ParsedDocument, ParseInput, Parser } from "@quarry/core";
import { assertTextLength, parsedDocument } from "../document/parsed-document.ts";
import { withWarnings } from "../document/with-warnings.ts";
import { readText } from "../text/decode-text.ts";
import { frontMatter } from "./front-matter.ts";
import { markdownBlocks } from "./markdown-blocks.ts";

/**
 * Parses Markdown: the text is the source, and the blocks are the outermost ones, which is all that chunking needs.
 * The scanner takes linear time for every input. docs/decisions/markdown-blocks.md explains why it is not `marked`.
 */
export const markdownParser: Parser = {
  mimeTypes: ["text/markdown"],
  async parse({ bytes, declaredCharset }: ParseInput): Promise<ParsedDocument> {
    const { text, warnings } = readText(bytes, declaredCharset);
    assertTextLength(text);
    const front = frontMatter(text);
    const frontBlocks: Block[] = front ? [{ kind: "code", start: 0, end: front.end }] : [];
    const blocks = frontBlocks.concat(markdownBlocks(text, front?.end ?? 0));
    return withWarnings(parsedDocument("text/markdown", text, blocks, front?.title), warnings);
  },
};
