import { isOnly, type MarkdownLine } from "./markdown-line.ts";
import { plainTitle } from "./markdown-title.ts";

/** True when two lines are a table's header and the line of dashes below it. */
export function startsTable(text: string, header: MarkdownLine, delimiter: MarkdownLine): boolean {
  if (header.indent > 3 || delimiter.indent > 3 || !/^[|:-]/.test(delimiter.head)) return false;
  if (!isOnly(text, delimiter.first, delimiter.end, "|:- \t")) return false;
  const dashes = text.slice(delimiter.first, delimiter.end);
  const names = text.slice(header.first, header.end);
  if (!dashes.includes("|") && !names.includes("|")) return false;
  const columns = cellsOf(dashes);
  return columns.every((cell) => /^:?-+:?$/.test(cell)) && columns.length === cellsOf(names).length;
}

/** A table's header as a reader would say it. */
export function headerOf(text: string, line: MarkdownLine): string {
  const names = cellsOf(text.slice(line.first, Math.min(line.end, line.first + 2000)));
  return names.map(plainTitle).join(" | ").slice(0, 500);
}

function cellsOf(row: string): string[] {
  const cells = row.trim().replaceAll("\\|", "\u0000").split("|");
  if (cells[0] === "") cells.shift();
  if (cells.length > 1 && cells.at(-1) === "") cells.pop();
  return cells.map((cell) => cell.trim());
}
