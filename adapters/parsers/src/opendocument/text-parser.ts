import type { ParsedDocument, ParseInput } from "@quarry/core";
import { DocumentText } from "../document/document-text.ts";
import { type FlowBlock, flatTexts } from "../flow/flow-block.ts";
import { commentsLeftOut, IS_DAMAGED } from "../flow/flow-warnings.ts";
import { blockWriter } from "../flow/write-blocks.ts";
import { elementText } from "../xml/element-text.ts";
import { damagedError } from "../zip/zip-errors.ts";
import { openZip } from "../zip/zip-files.ts";
import { assertNotEncrypted } from "./odf-encryption.ts";
import { ODF_NAMESPACES } from "./odf-namespaces.ts";
import { type OdtContext, readOdt } from "./text-reader.ts";
import { odtStyles } from "./text-styles.ts";

const KIND = "OpenDocument text";
const CONTENT = "content.xml";
const STYLES = "styles.xml";

/** Parses an OpenDocument text: headers once, the body with notes and text boxes after their paragraphs, footers once. */
export async function parseOdt(mimeType: string, { bytes }: ParseInput): Promise<ParsedDocument> {
  const files = openZip(bytes, KIND);
  assertNotEncrypted(files);
  const styles = odtStyles();
  for (const name of [STYLES, CONTENT]) {
    const source = files.read(name);
    if (source) styles.add(source);
  }
  const context: OdtContext = { files, styles, comments: 0, notes: 0, isDamaged: false };
  const text = new DocumentText();
  const writer = blockWriter(text);
  const headers = distinctBlocks();
  const footers = distinctBlocks();
  readOdt(STYLES, context, { body: () => {}, header: headers.add, footer: footers.add });
  for (const block of headers.all()) writer.write(block);
  if (!readOdt(CONTENT, context, { body: writer.write })) throw damagedError(KIND);
  for (const block of footers.all()) writer.write(block);
  writer.end();
  const title = elementText(files.read("meta.xml"), "dc:title", ODF_NAMESPACES);
  if (context.isDamaged && text.length === 0) throw damagedError(KIND);
  return text.finish(mimeType, {
    ...(title ? { title } : {}),
    warnings: [
      ...(context.isDamaged ? [IS_DAMAGED] : []),
      ...(context.comments > 0 ? [commentsLeftOut(context.comments)] : []),
    ],
  });
}

/** Collects the headers or footers of the kinds of pages, without repetitions. */
function distinctBlocks() {
  const byText = new Map<string, readonly FlowBlock[]>();
  return {
    add: (blocks: readonly FlowBlock[]) => void byText.set(flatTexts(blocks), blocks),
    all: () => [...byText.values()].flat(),
  };
}
