import type { OfficeContentNode } from "officeparser";
import type { CellRow } from "../document/document-text.ts";

/** Maximum number of empty cells inserted before a cell. */
const MAX_GAP = 50;

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
