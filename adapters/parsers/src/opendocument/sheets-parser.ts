import type { ParsedDocument, ParseInput } from "@quarry/core";
import { DocumentText } from "../document/document-text.ts";
import { hiddenSheets } from "../document/hidden-sheets.ts";
import type { FlowBlock } from "../flow/flow-block.ts";
import { commentsLeftOut, IS_DAMAGED } from "../flow/flow-warnings.ts";
import { blockWriter } from "../flow/write-blocks.ts";
import { elementText } from "../xml/element-text.ts";
import { readXml } from "../xml/read-xml.ts";
import { damagedError } from "../zip/zip-errors.ts";
import { openZip } from "../zip/zip-files.ts";
import { assertNotEncrypted } from "./odf-encryption.ts";
import { ODF_NAMESPACES } from "./odf-namespaces.ts";
import { odsReader } from "./sheets-reader.ts";
import { readOdt } from "./text-reader.ts";
import { odtStyles } from "./text-styles.ts";

const KIND = "OpenDocument spreadsheet";

/** Parses an OpenDocument spreadsheet: the sheets in order, each with its rows and then the texts of its drawings. */
export async function parseOds(mimeType: string, { bytes, onProgress }: ParseInput): Promise<ParsedDocument> {
  const files = openZip(bytes, KIND);
  assertNotEncrypted(files);
  const source = files.read("content.xml");
  if (!source) throw damagedError(KIND);
  const text = new DocumentText();
  const writer = blockWriter(text);
  const charts = { files, styles: odtStyles(), comments: 0, notes: 0, isDamaged: false };
  const reader = odsReader(text, {
    aside: writer.write,
    endAsides: writer.end,
    object(path) {
      const blocks: FlowBlock[] = [];
      readOdt(`${path}/content.xml`, charts, { body: (block) => blocks.push(block) });
      return blocks;
    },
  });
  const isWhole = readXml(
    source,
    {
      ...reader.handler,
      progress: (bytesRead) =>
        onProgress?.({ stage: "reading", bytesDone: bytesRead, bytesTotal: source.length }),
    },
    ODF_NAMESPACES,
  );
  reader.end();
  if (!isWhole && text.length === 0) throw damagedError(KIND);
  const title = elementText(files.read("meta.xml"), "dc:title", ODF_NAMESPACES);
  const comments = reader.comments();
  return text.finish(mimeType, {
    ...(title ? { title } : {}),
    warnings: [
      ...(isWhole && !charts.isDamaged ? [] : [IS_DAMAGED]),
      ...hiddenSheets(reader.hidden),
      ...(comments > 0 ? [commentsLeftOut(comments)] : []),
    ],
  });
}
