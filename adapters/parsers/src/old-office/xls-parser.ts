import type { ParsedDocument } from "@quarry/core";
import { DocumentText } from "../document/document-text.ts";
import { hiddenSheets } from "../document/hidden-sheets.ts";
import { sheetTable } from "../document/sheet-table.ts";
import { readXlsSheet } from "./xls-cells.ts";
import { readXlsWorkbook } from "./xls-workbook.ts";

/** The type of Excel workbooks before 2007. */
const XLS = "application/vnd.ms-excel";

/** Parses an Excel workbook (Excel 5 to 2003): its sheets in order, with what their formulas last gave. */
export function parseXls(bytes: Uint8Array): ParsedDocument {
  const stream = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const workbook = readXlsWorkbook(stream);
  const out = new DocumentText();
  for (const { name, offset } of workbook.sheets)
    readXlsSheet(stream, offset, workbook, sheetTable(out, name));
  const hidden = workbook.sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name);
  return out.finish(XLS, { warnings: hiddenSheets(hidden) });
}
