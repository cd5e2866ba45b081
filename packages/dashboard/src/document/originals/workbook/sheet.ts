import { MAX_COLUMNS, MAX_ROWS, type RecordTable } from "../records.ts";
import { type CellText, textCollector } from "./cell-texts.ts";
import { type Attributes, type Part, readPart } from "./xml-part.ts";

/** Reads a sheet as a table of bounded size, below the letters of its columns. */
export function readSheet(part: Part, cellText: CellText): RecordTable {
  const rows: string[][] = [];
  let columnCount = 0;
  let isPart = false;
  let [row, column] = [-1, -1];
  let cell: Attributes = {};
  const texts = textCollector();

  function put(text: string): void {
    if (text === "" || row < 0) return;
    if (row >= MAX_ROWS || column >= MAX_COLUMNS) {
      isPart = true;
      return;
    }
    while (rows.length <= row) rows.push([]);
    const cells = rows[row] as string[];
    while (cells.length < column) cells.push("");
    cells[column] = text;
    columnCount = Math.max(columnCount, column + 1);
  }

  readPart(part, {
    open(name, attributes) {
      texts.open(name);
      if (name === "row") {
        const number = Number(attributes.r);
        row = Number.isInteger(number) && number > 0 ? number - 1 : row + 1;
        column = -1;
      } else if (name === "c") {
        cell = attributes;
        column = columnOf(attributes.r) ?? column + 1;
        texts.take();
      }
    },
    text: texts.text,
    close(name) {
      texts.close(name);
      if (name === "c") put(cellText(cell, texts.take()));
    },
    isDone: () => isPart && row >= MAX_ROWS,
  });
  return { header: Array.from({ length: columnCount }, (_, at) => lettersOf(at)), rows, columnCount, isPart };
}

/** The column of a reference such as `AB12`, counted from 0. */
function columnOf(reference = ""): number | undefined {
  const letters = /^[A-Z]{1,3}/i.exec(reference)?.[0];
  if (letters === undefined) return undefined;
  const place = (letter: string) => letter.charCodeAt(0) - 64;
  return Array.from(letters.toUpperCase()).reduce((number, letter) => number * 26 + place(letter), 0) - 1;
}

/** The letters of a column: `A` for 0, `AA` for 26. */
function lettersOf(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : lettersOf(Math.floor(column / 26) - 1) + last;
}
