import { joinLines, type LaidOutText } from "../text/join-lines.ts";
import { cellsOf, type LineCell, splitCell } from "./line-cells.ts";
import { isListItem } from "./list-item.ts";
import type { Line } from "./text-lines.ts";

/** A part of a page: running text, or the rows of a table. */
export type PageRegion =
  | { readonly kind: "text"; readonly lines: readonly Line[] }
  | { readonly kind: "table"; readonly rows: readonly (readonly LaidOutText[])[] };

interface Column {
  left: number;
  right: number;
}

/** Maximum distance between the rows of a table, relative to the font size. */
const MAX_ROW_GAP = 3.5;
/** Maximum difference between the edges of cells in one column, relative to the font size. */
const ALIGNMENT = 0.5;
/** At least this share of a table's cells are aligned with the widest row. */
const MIN_ALIGNED = 0.6;
/** Two columns with longer lines on average are running text. */
const PROSE_CHARS = 25;
const MIN_PROSE_ROWS = 4;

/** Finds the tables of a page by the alignment of their cells. Columns of running text follow one after the other. */
export function regionsOf(lines: readonly Line[]): PageRegion[] {
  const regions: PageRegion[] = [];
  let text: Line[] = [];
  const flush = () => {
    if (text.length > 0) regions.push({ kind: "text", lines: text });
    text = [];
  };
  for (let at = 0; at < lines.length; ) {
    const end = endOfRows(lines, at);
    const rows = lines.slice(at, end);
    const columns = columnsOf(rows);
    if (columns && isProse(rows)) text.push(...inColumns(rows, columns));
    else if (columns) {
      flush();
      regions.push({ kind: "table", rows: tableRows(rows, columns) });
    } else text.push(...rows);
    at = end;
  }
  flush();
  return regions;
}

/** Returns the end of the lines that may be one table: a line with cells, and what follows it closely in its columns. */
function endOfRows(lines: readonly Line[], start: number): number {
  const [first] = lines.slice(start, start + 1);
  if (!first || !hasCells(first)) return start + 1;
  let end = start + 1;
  let widest = cellsOf(first);
  for (let line = lines[end], previous = first; line; previous = line, line = lines[++end]) {
    const gap = (line.base - previous.base) / Math.max(line.size, previous.size);
    if (line.angle !== 0 || gap <= 0 || gap > MAX_ROW_GAP) break;
    const cells = cellsOf(line);
    if (cells.length === 1 && !widest.slice(1).some(({ left }) => isNear(left, cells[0]?.left, line.size)))
      break;
    if (cells.length > widest.length) widest = cells;
  }
  while (end > start + 1 && !hasCells(lines[end - 1] as Line) && !hasCells(lines[end - 2] as Line)) end -= 1;
  return end;
}

function hasCells({ text, angle }: Line): boolean {
  return angle === 0 && text.includes("\t");
}

/** Returns the columns of a table; undefined if the lines are not aligned. */
function columnsOf(rows: readonly Line[]): Column[] | undefined {
  if (rows.filter(hasCells).length < 2) return undefined;
  const all = rows.map(cellsOf);
  const widest = all.reduce((most, cells) => (cells.length > most.length ? cells : most));
  const items = rows.filter(({ text }) => isListItem(text));
  if (widest.length === 2 && items.length >= rows.length / 2) return undefined;
  const columns = widest.map(({ left, right }): Column => ({ left, right }));
  let [aligned, total] = [0, 0];
  for (const [at, cells] of all.entries()) {
    if (cells === widest) continue;
    const size = rows[at]?.size ?? 0;
    for (const cell of cells) {
      const column = widest[columnIndex(cell, columns)];
      if (column && isAligned(cell, column, size)) aligned += 1;
      total += 1;
    }
  }
  return aligned >= MIN_ALIGNED * total ? columns : undefined;
}

function isAligned(a: LineCell, b: LineCell, size: number): boolean {
  return (
    isNear(a.left, b.left, size) ||
    isNear(a.right, b.right, size) ||
    isNear(a.left + a.right, b.left + b.right, size)
  );
}

function isNear(a: number, b: number | undefined, size: number): boolean {
  return b !== undefined && Math.abs(a - b) <= ALIGNMENT * size;
}

/** Returns the column that a cell overlaps most, or else the nearest one. */
function columnIndex({ left, right }: LineCell, columns: readonly Column[]): number {
  const shared = columns.map((column) => Math.min(right, column.right) - Math.max(left, column.left));
  return shared.indexOf(Math.max(...shared));
}

function isProse(rows: readonly Line[]): boolean {
  const all = rows.map(cellsOf);
  if (rows.length < MIN_PROSE_ROWS || all.some((cells) => cells.length > 2)) return false;
  return [0, 1].every((at) => {
    const texts = all.flatMap((cells) => cells[at]?.text ?? []);
    return texts.reduce((sum, text) => sum + text.length, 0) >= PROSE_CHARS * texts.length;
  });
}

/** Returns the lines of each column, one column after the other. */
function inColumns(rows: readonly Line[], columns: readonly Column[]): Line[] {
  return columns.flatMap((_, index) =>
    rows.flatMap((line) =>
      cellsOf(line)
        .filter((cell) => columnIndex(cell, columns) === index)
        .map(({ text, places }) => ({ ...line, text, places })),
    ),
  );
}

/** Returns the cells of each row. A line without a first cell continues the row above it. */
function tableRows(rows: readonly Line[], columns: readonly Column[]): LaidOutText[][] {
  const table: LaidOutText[][][] = [];
  for (const line of rows) {
    const cells = cellsOf(line);
    const continued = cells.length === 1 ? table.at(-1) : undefined;
    const row = continued ?? columns.map((): LaidOutText[] => []);
    const parts = cells.flatMap((cell) => splitCell(cell, (part) => columnIndex(part, columns)));
    for (const part of parts) row[columnIndex(part, columns)]?.push(part);
    if (!continued) table.push(row);
  }
  return table.map((row) => row.map(joinLines));
}
