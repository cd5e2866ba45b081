import { isOnly, lineAfter, type MarkdownLine } from "./markdown-line.ts";
import { plainTitle } from "./markdown-title.ts";

const MAX_HEADER_SOURCE_CHARS = 2000;
const MAX_HEADER_CHARS = 500;

/** True if a line is a table's header, followed by its delimiter line of dashes. */
export function startsTable(text: string, header: MarkdownLine): boolean {
  const nextChar = text[header.next];
  if (header.indent > 3 || nextChar === undefined || !"|:- ".includes(nextChar)) return false;
  const delimiter = lineAfter(text, header);
  if (delimiter.indent > 3 || !/^[|:-]/.test(delimiter.head)) return false;
  if (!isOnly(text, delimiter.first, delimiter.end, "|:- \t")) return false;
  const dashes = text.slice(delimiter.first, delimiter.end);
  const names = text.slice(header.first, header.end);
  if (!dashes.includes("|") && !names.includes("|")) return false;
  const columns = cellsOf(dashes);
  return columns.every((cell) => /^:?-+:?$/.test(cell)) && columns.length === cellsOf(names).length;
}

/** Returns a table's column names, without markup, separated by ` | `. */
export function headerOf(text: string, line: MarkdownLine): string {
  const end = Math.min(line.end, line.first + MAX_HEADER_SOURCE_CHARS);
  const names = cellsOf(text.slice(line.first, end));
  return names.map(plainTitle).join(" | ").slice(0, MAX_HEADER_CHARS);
}

function cellsOf(row: string): string[] {
  const cells = row.trim().replaceAll("\\|", "\u0000").split("|");
  if (cells[0] === "") cells.shift();
  if (cells.length > 1 && cells.at(-1) === "") cells.pop();
  return cells.map((cell) => cell.trim());
}
