import type { CellRow, DocumentText } from "./document-text.ts";
import { assertLength } from "./parsed-document.ts";
import { HEADER_SEARCH_ROWS, headerOf } from "./table-header.ts";

/** Maximum number of empty cells inserted before a cell. */
const MAX_GAP = 50;

/** Writes one sheet of a workbook as a table, row by row, so that only the open row is in memory beside the text. */
export interface SheetTable {
  /** Adds a cell to the open row. An empty text only counts as a column. @param column 0-based. */
  cell(column: number, text: string): void;
  /** Ends the open row. @param row 1-based number in the sheet. @param times How often the row is repeated. */
  endRow(row: number, times?: number): void;
  end(): void;
}

/**
 * Starts a sheet: a heading with its name, then its rows.
 * @throws QuarryError `invalid_request` from any method if the document has too much text.
 */
export function sheetTable(text: DocumentText, name: string): SheetTable {
  text.place = name === "" ? {} : { sheet: name };
  text.heading(1, name);
  const table = text.openTable();
  const first: CellRow[] = [];
  let cells: string[] = [];
  let rowChars = 0;

  return {
    cell(column, content) {
      if (content === "") return;
      const gap = Math.min(column - cells.length, MAX_GAP);
      for (let at = 0; at < gap; at += 1) cells.push("");
      cells.push(content);
      rowChars += content.length;
      assertLength(text.length + rowChars);
    },
    endRow(row, times = 1) {
      if (cells.length > 0)
        for (let at = 0; at < times; at += 1) {
          table.add({ cells, row: row + at });
          if (first.length <= HEADER_SEARCH_ROWS) first.push({ cells });
        }
      cells = [];
      rowChars = 0;
    },
    end: () => table.end(headerOf(first)),
  };
}
