import type { ParsedDocument, ParseInput } from "@quarry/core";
import { DocumentText } from "../document/document-text.ts";
import { commentsLeftOut, HIDDEN_TEXT_LEFT_OUT } from "../flow/flow-warnings.ts";
import { blockWriter } from "../flow/write-blocks.ts";
import { rtfReader } from "./rtf-reader.ts";
import { readRtf } from "./rtf-tokens.ts";

/** Parses RTF: text in any code page, with headings, lists, tables and notes; headers and footers once. */
export async function parseRtf({ bytes }: ParseInput): Promise<ParsedDocument> {
  const reader = rtfReader();
  readRtf(bytes, reader);
  const { blocks, title, comments, hasHiddenText } = reader.finish();
  const text = new DocumentText();
  const writer = blockWriter(text);
  for (const block of blocks) writer.write(block);
  writer.end();
  return text.finish("application/rtf", {
    ...(title ? { title } : {}),
    warnings: [
      ...(comments > 0 ? [commentsLeftOut(comments)] : []),
      ...(hasHiddenText ? [HIDDEN_TEXT_LEFT_OUT] : []),
    ],
  });
}
