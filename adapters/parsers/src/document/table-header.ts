import type { CellRow } from "./document-text.ts";

/** Number of rows searched for a header. Rows above it may hold the table's title. */
export const HEADER_SEARCH_ROWS = 10;
const NUMBER = /^[\s\d.,:%€$£+()/-]*$/;

/** Returns the header: the first row near the top that has at least two filled cells and no numbers. */
export function headerOf(rows: readonly CellRow[]): readonly string[] | undefined {
  const at = rows.slice(0, HEADER_SEARCH_ROWS).findIndex(({ cells }) => {
    const filled = cells.filter((cell) => cell.trim() !== "");
    return filled.length > 1 && !filled.some((cell) => NUMBER.test(cell));
  });
  return at === -1 || at === rows.length - 1 ? undefined : rows[at]?.cells;
}
