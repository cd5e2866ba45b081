import type { OfficeContentNode } from "officeparser";
import type { CellRow } from "../document/document-text.ts";

/** Maximum number of empty cells inserted before a cell. */
const MAX_GAP = 50;
/** Number of rows searched for a header. Rows above it may hold the table's title. */
const HEADER_SEARCH_ROWS = 10;
const NUMBER = /^[\s\d.,:%€$£+()/-]*$/;

/** Returns the rows of a table or sheet, with each cell in its column. */
export function rowsOf(table: OfficeContentNode): CellRow[] {
  const isSheet = table.type === "sheet";
  return (table.children ?? []).flatMap((row) => {
    if (row.type !== "row") return [];
    const cells: string[] = [];
    let number: number | undefined;
    for (const cell of row.children ?? []) {
      if (cell.type !== "cell") continue;
      const gap = (cell.metadata?.col ?? 0) - cells.length;
      for (let at = 0; at < Math.min(gap, MAX_GAP); at += 1) cells.push("");
      cells.push(cell.text ?? "");
      number ??= cell.metadata && cell.metadata.row + 1;
    }
    return [{ cells, ...(isSheet && number !== undefined ? { row: number } : {}) }];
  });
}

/** Returns the header: the first row near the top that has at least two filled cells and no numbers. */
export function headerOf(rows: readonly CellRow[]): readonly string[] | undefined {
  const at = rows.slice(0, HEADER_SEARCH_ROWS).findIndex(({ cells }) => {
    const filled = cells.filter((cell) => cell.trim() !== "");
    return filled.length > 1 && !filled.some((cell) => NUMBER.test(cell));
  });
  return at === -1 || at === rows.length - 1 ? undefined : rows[at]?.cells;
}
