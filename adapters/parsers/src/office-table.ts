import type { OfficeContentNode } from "officeparser";
import type { CellRow } from "./document-text.ts";

/** A cell that stands further to the right than this from the one before is not set off by empty cells. */
const MAX_GAP = 50;
/** Rows that may stand above a table's header, such as its title. */
const HEADER_WITHIN = 10;
const NUMBER = /^[\s\d.,:%€$£+()/-]*$/;

/** The rows of a table or a sheet, each cell in its column. */
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

/** The cells that say what the columns hold: the first row near the top with several texts and no numbers. */
export function headerOf(rows: readonly CellRow[]): readonly string[] | undefined {
  const at = rows.slice(0, HEADER_WITHIN).findIndex(({ cells }) => {
    const filled = cells.filter((cell) => cell.trim() !== "");
    return filled.length > 1 && !filled.some((cell) => NUMBER.test(cell));
  });
  return at === -1 || at === rows.length - 1 ? undefined : rows[at]?.cells;
}
