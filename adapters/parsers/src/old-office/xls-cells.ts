import type { SheetTable } from "../document/sheet-table.ts";
import { xlsRecords } from "./xls-records.ts";
import { shortString } from "./xls-strings.ts";
import type { XlsWorkbook } from "./xls-workbook.ts";

/** Record types of cells ([MS-XLS] 2.3). */
const [FORMULA, STRING, LABEL, RICH_LABEL, SHARED_LABEL, NUMBER, RK, MANY_RK, BOOLEAN] = [
  0x06, 0x207, 0x204, 0xd6, 0xfd, 0x203, 0x27e, 0xbd, 0x205,
] as const;
const [BOF, EOF] = [0x809, 0x0a];
const ERRORS: Readonly<Record<number, string>> = {
  ...{ 0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A" },
};

/** Writes the cells of a worksheet to a table. */
export function readXlsSheet(
  stream: Buffer,
  offset: number,
  { strings, writeNumber, isOld }: XlsWorkbook,
  table: SheetTable,
): void {
  let depth = 0;
  let row: number | undefined;
  /** The column of a formula whose text follows. */
  let textColumn: number | undefined;

  function put(at: number, column: number, text: string): void {
    if (row !== undefined && at !== row) table.endRow(row + 1);
    row = at;
    table.cell(column, text.trim());
  }

  for (const { type, content } of xlsRecords(stream, offset)) {
    if (type === BOF) depth += 1;
    // Charts in a sheet have records of their own.
    else if (type === EOF) depth -= 1;
    if (depth <= 0) break;
    if (depth > 1) continue;
    if (type === STRING) {
      if (textColumn !== undefined && row !== undefined)
        put(row, textColumn, shortString(content, 0, 2, isOld));
      textColumn = undefined;
      continue;
    }
    if (!CELLS.has(type)) continue;
    const [at, column, style] = [0, 2, 4].map((from) => content.readUInt16LE(from)) as [
      number,
      number,
      number,
    ];
    const number = (value: number, ofStyle = style) => writeNumber(String(value), String(ofStyle));
    if (type === NUMBER) put(at, column, number(content.readDoubleLE(6)));
    else if (type === RK) put(at, column, number(rkNumber(content.readInt32LE(6))));
    else if (type === MANY_RK)
      for (let from = 4; from + 8 <= content.length; from += 6)
        put(
          at,
          column + (from - 4) / 6,
          number(rkNumber(content.readInt32LE(from + 2)), content.readUInt16LE(from)),
        );
    else if (type === SHARED_LABEL) put(at, column, strings[content.readUInt32LE(6)] ?? "");
    else if (type === LABEL || type === RICH_LABEL) put(at, column, shortString(content, 6, 2, isOld));
    else if (type === BOOLEAN) put(at, column, truthOrError(content[6] ?? 0, content[7] === 1));
    else if (type === FORMULA) {
      if (content.readUInt16LE(12) !== 0xffff) put(at, column, number(content.readDoubleLE(6)));
      else if (content[6] === 0) {
        put(at, column, "");
        textColumn = column;
      } else if (content[6] !== 3) put(at, column, truthOrError(content[8] ?? 0, content[6] === 2));
    }
  }
  if (row !== undefined) table.endRow(row + 1);
  table.end();
}

const CELLS: ReadonlySet<number> = new Set<number>([
  FORMULA,
  LABEL,
  RICH_LABEL,
  SHARED_LABEL,
  NUMBER,
  RK,
  MANY_RK,
  BOOLEAN,
]);

function truthOrError(value: number, isError: boolean): string {
  return isError ? (ERRORS[value] ?? "") : value === 1 ? "TRUE" : "FALSE";
}

/** A number in 30 bits: an integer or the upper half of a double, perhaps times 100. */
function rkNumber(rk: number): number {
  let value = rk >> 2;
  if ((rk & 2) === 0) {
    const double = Buffer.alloc(8);
    double.writeInt32LE(rk & ~3, 4);
    value = double.readDoubleLE(0);
  }
  return (rk & 1) !== 0 ? value / 100 : value;
}
