import type { TableRow } from "@quarry/core";
import { startsHtml } from "./markdown-html.ts";
import {
  atxLevel,
  closesFence,
  type Fence,
  fenceOf,
  isBlank,
  isInterruptingItem,
  isItem,
  isRule,
  linesAfter,
  type MarkdownLine,
} from "./markdown-line.ts";

/** True if the line starts a block that ends the paragraph, list, quotation or table above it. */
export function interrupts(text: string, line: MarkdownLine): boolean {
  if (line.indent > 3) return false;
  return (
    atxLevel(line) > 0 ||
    line.head.startsWith(">") ||
    isInterruptingItem(line) ||
    isRule(text, line) ||
    startsHtml(line) ||
    fenceOf(text, line) !== undefined
  );
}

/** Returns the last line of the indented code that starts at `first`. */
export function endOfIndentedCode(text: string, first: MarkdownLine): MarkdownLine {
  let last = first;
  for (const line of linesAfter(text, first)) {
    if (isBlank(line)) continue;
    if (line.indent <= 3) break;
    last = line;
  }
  return last;
}

/** Returns the last line of the list at `first`. Blank lines do not end it if an indented line or an item follows. */
export function endOfList(text: string, first: MarkdownLine): MarkdownLine {
  let last = first;
  let isAfterBlank = false;
  for (const line of linesAfter(text, first)) {
    if (isBlank(line)) {
      isAfterBlank = true;
      continue;
    }
    const isIndented = line.indent >= 2;
    const isLazy = !isAfterBlank && !interrupts(text, line);
    if (!isIndented && !isLazy && (!isItem(line) || isRule(text, line))) break;
    last = line;
    isAfterBlank = false;
  }
  return last;
}

/** Returns the line that closes a fence, or the text's last line that is not blank if none does. */
export function endOfFence(text: string, opening: MarkdownLine, fence: Fence): MarkdownLine {
  let last = opening;
  for (const line of linesAfter(text, opening)) {
    if (!isBlank(line)) last = line;
    if (closesFence(text, line, fence)) break;
  }
  return last;
}

/** Returns the last line of the quotation at `first`, including lines without `>` that continue its paragraph. */
export function endOfQuote(text: string, first: MarkdownLine): MarkdownLine {
  let last = first;
  for (const line of linesAfter(text, first)) {
    if (isBlank(line) || (!line.head.startsWith(">") && interrupts(text, line))) break;
    last = line;
  }
  return last;
}

/** Returns the rows below a table's delimiter line, and the table's last line. */
export function endOfTable(text: string, delimiter: MarkdownLine): { rows: TableRow[]; last: MarkdownLine } {
  const rows: TableRow[] = [];
  let last = delimiter;
  for (const line of linesAfter(text, delimiter)) {
    if (isBlank(line) || interrupts(text, line)) break;
    rows.push({ start: line.start, end: line.end });
    last = line;
  }
  return { rows, last };
}
