import type { ParsedDocument, ParseInput } from "@quarry/core";
import { DocumentText } from "../document/document-text.ts";
import { hiddenSheets } from "../document/hidden-sheets.ts";
import { sheetTable } from "../document/sheet-table.ts";
import { commentsLeftOut, IS_DAMAGED } from "../flow/flow-warnings.ts";
import { blockWriter } from "../flow/write-blocks.ts";
import { type OoxmlPackage, openPackage } from "../ooxml/ooxml-package.ts";
import { damagedError } from "../zip/zip-errors.ts";
import { readNumberFormats } from "./number-formats.ts";
import { readSharedStrings } from "./shared-strings.ts";
import { sheetDrawings } from "./sheet-drawings.ts";
import { sheetReader } from "./sheet-reader.ts";
import { readWorkbook, WORKBOOK } from "./workbook.ts";

/** Parses an Excel workbook: the sheets in order, each with its rows and then the texts of its drawings. */
export async function parseWorkbook(
  mimeType: string,
  { bytes, onProgress }: ParseInput,
): Promise<ParsedDocument> {
  const document = openPackage(bytes, WORKBOOK, "xl/workbook.xml");
  const { sheets, sharedStrings, styles, is1904 } = readWorkbook(document);
  const context = {
    strings: readSharedStrings(document, sharedStrings),
    writeNumber: readNumberFormats(document, styles, is1904),
  };
  const text = new DocumentText();
  const writer = blockWriter(text);
  const total = sheets.reduce((sum, { part }) => sum + document.sizeOf(part), 0);
  let done = 0;
  let comments = 0;
  for (const { name, part } of sheets) {
    const table = sheetTable(text, name);
    document.read(part, {
      ...sheetReader(table, context),
      progress: (bytesRead) =>
        onProgress?.({ stage: "reading", bytesDone: Math.min(done + bytesRead, total), bytesTotal: total }),
    });
    done += document.sizeOf(part);
    table.end();
    for (const block of sheetDrawings(document, part)) writer.write(block);
    writer.end();
    comments += commentsOn(document, part);
  }
  if (document.isDamaged && text.length === 0) throw damagedError(WORKBOOK);
  const hidden = sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name);
  return text.finish(mimeType, {
    ...(document.title ? { title: document.title } : {}),
    warnings: [
      ...(document.isDamaged ? [IS_DAMAGED] : []),
      ...hiddenSheets(hidden),
      ...(comments > 0 ? [commentsLeftOut(comments)] : []),
    ],
  });
}

function commentsOn(document: OoxmlPackage, sheet: string): number {
  let count = 0;
  for (const { type, target } of document.relationships(sheet).values())
    if (type === "comments")
      document.read(target, {
        open(name) {
          if (name === "s:comment") count += 1;
        },
      });
  return count;
}
