import type { SheetTable } from "../document/sheet-table.ts";
import type { Attributes } from "../xml/attributes.ts";
import type { XmlHandler } from "../xml/read-xml.ts";
import type { NumberWriter } from "./number-formats.ts";

/** What the cells of a sheet refer to. */
export interface CellContext {
  readonly strings: readonly string[];
  readonly writeNumber: NumberWriter;
}

const MAX_COLUMNS = 16_384;

/** Creates a reader that writes the cells of a worksheet's part to a table, row by row. */
export function sheetReader(table: SheetTable, { strings, writeNumber }: CellContext): XmlHandler {
  let row = 0;
  let column = -1;
  let cell: Attributes = {};
  let value = "";
  let isValue = false;
  let isPhonetic = false;

  function cellText(): string {
    switch (cell.t) {
      case "s":
        return strings[Number(value)] ?? "";
      case "b":
        return value.trim() === "1" ? "TRUE" : value.trim() === "0" ? "FALSE" : value.trim();
      case undefined:
      case "n":
        return writeNumber(value, cell.s);
      default:
        return value.trim();
    }
  }

  return {
    open(name, attributes) {
      isValue = !isPhonetic && (name === "s:v" || name === "s:t");
      if (name === "s:rPh") isPhonetic = true;
      else if (name === "s:row") {
        row = Number(attributes.r) || row + 1;
        column = -1;
      } else if (name === "s:c") {
        column = columnOf(attributes.r) ?? column + 1;
        cell = attributes;
        value = "";
      }
    },
    text(data) {
      if (isValue) value += data;
    },
    close(name) {
      isValue = false;
      if (name === "s:rPh") isPhonetic = false;
      else if (name === "s:c") table.cell(column, cellText());
      else if (name === "s:row") table.endRow(row);
    },
  };
}

/** The 0-based column of a reference such as `AB12`. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/i.exec(reference ?? "")?.[0];
  if (letters === undefined) return undefined;
  let number = 0;
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64;
  return Math.min(number, MAX_COLUMNS) - 1;
}
