import type { ParsedDocument, ParseInput } from "@quarry/core";
import { DocumentText } from "../document/document-text.ts";
import { type FlowBlock, flatTexts } from "../flow/flow-block.ts";
import { commentsLeftOut, HIDDEN_TEXT_LEFT_OUT, IS_DAMAGED } from "../flow/flow-warnings.ts";
import { blockWriter } from "../flow/write-blocks.ts";
import { openPackage, type Relationship } from "../ooxml/ooxml-package.ts";
import { damagedError } from "../zip/zip-errors.ts";
import { readNumbering } from "./word-numbering.ts";
import { readWordPart, type WordContext } from "./word-reader.ts";
import { readStyles } from "./word-styles.ts";

const KIND = "Word document";

/** Parses a Word document: headers once, the body with notes and text boxes after their paragraphs, footers once. */
export async function parseWord(mimeType: string, { bytes }: ParseInput): Promise<ParsedDocument> {
  const document = openPackage(bytes, KIND, "word/document.xml");
  const { main, title } = document;
  if (main === undefined) throw damagedError(KIND);
  const parts = [...document.relationships(main).values()];
  const context: WordContext = {
    document,
    styles: readStyles(document, parts.find(({ type }) => type === "styles")?.target),
    numbering: readNumbering(document, parts.find(({ type }) => type === "numbering")?.target),
    notes: new Map(),
    omitted: { comments: 0, embedded: 0, hidden: false },
    noteCount: 0,
  };
  for (const { type, target } of parts)
    if (type === "footnotes" || type === "endnotes") readWordPart(target, context, () => {});
  const text = new DocumentText();
  const writer = blockWriter(text);
  for (const block of distinct("header", parts, context)) writer.write(block);
  if (!readWordPart(main, context, writer.write)) throw damagedError(KIND);
  for (const block of distinct("footer", parts, context)) writer.write(block);
  writer.end();
  if (document.isDamaged && text.length === 0) throw damagedError(KIND);
  return text.finish(mimeType, { ...(title ? { title } : {}), warnings: warningsOf(context) });
}

/** Returns the blocks of the headers or footers, without repetitions: each section and kind of page has its own. */
function distinct(
  kind: "header" | "footer",
  parts: readonly Relationship[],
  context: WordContext,
): FlowBlock[] {
  const byText = new Map<string, FlowBlock[]>();
  for (const { type, target } of parts) {
    if (type !== kind) continue;
    const blocks: FlowBlock[] = [];
    readWordPart(target, context, (block) => blocks.push(block));
    byText.set(flatTexts(blocks), blocks);
  }
  return [...byText.values()].flat();
}

function warningsOf({ document, omitted: { comments, embedded, hidden } }: WordContext): string[] {
  return [
    ...(document.isDamaged ? [IS_DAMAGED] : []),
    ...(comments > 0 ? [commentsLeftOut(comments)] : []),
    ...(embedded > 0 ? [`${embedded} embedded document${embedded === 1 ? " was" : "s were"} left out.`] : []),
    ...(hidden ? [HIDDEN_TEXT_LEFT_OUT] : []),
  ];
}
