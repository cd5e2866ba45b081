import type { Block, BlockKind } from "@quarry/core";
import { endOfHtml, startsHtml } from "./markdown-html.ts";
import {
  atxLevel,
  closesFence,
  fenceOf,
  isInterruptingItem,
  isItem,
  isRule,
  type MarkdownLine,
  markdownLine,
  setextLevel,
} from "./markdown-line.ts";
import { headerOf, startsTable } from "./markdown-table.ts";
import { atxTitle, plainTitle } from "./markdown-title.ts";

/** The outermost blocks of a Markdown text from a position on, with exact offsets, in one pass over its lines. */
export function markdownBlocks(text: string, from: number): Block[] {
  const blocks: Block[] = [];
  let line = markdownLine(text, from);
  while (line.start < text.length) line = block();
  return blocks;

  /** Reads the block at `line` and answers the line after it. */
  function block(): MarkdownLine {
    if (isBlank(line)) return after(line);
    const start = line;
    if (line.indent > 3) return indentedCode();
    const level = atxLevel(line);
    if (level > 0) {
      const title = atxTitle(text.slice(line.first, line.end));
      blocks.push({ kind: "heading", start: line.start, end: line.end, level, title });
      return after(line);
    }
    if (fenceOf(text, line)) return push("code", start, endOfFence(line));
    if (isRule(text, line)) return push("paragraph", start, line);
    if (isItem(line)) return push("list", start, endOfList());
    if (line.head.startsWith(">")) return push("paragraph", start, endOfLazy(start));
    if (startsHtml(line)) return push("paragraph", start, endOfHtml(text, line));
    if (startsTableAt(line)) return table();
    return paragraph();
  }

  function paragraph(): MarkdownLine {
    const start = line;
    let last = line;
    for (let next = after(line); !isPastEnd(next) && !isBlank(next); next = after(next)) {
      const level = setextLevel(text, next);
      if (level > 0) {
        const title = plainTitle(text.slice(start.first, Math.min(last.end, start.first + 1000)));
        blocks.push({ kind: "heading", start: start.start, end: next.end, level, title });
        return after(next);
      }
      if (interrupts(next) || startsTableAt(next)) break;
      last = next;
    }
    return push("paragraph", start, last);
  }

  function table(): MarkdownLine {
    const header = line;
    let last = after(header);
    const rows = [{ start: header.start, end: last.end }];
    for (
      let next = after(last);
      !isPastEnd(next) && !isBlank(next) && !interrupts(next);
      next = after(next)
    ) {
      rows.push({ start: next.start, end: next.end });
      last = next;
    }
    const names = headerOf(text, header);
    blocks.push({
      kind: "table",
      start: header.start,
      end: last.end,
      rows,
      ...(names ? { header: names } : {}),
    });
    return after(last);
  }

  function indentedCode(): MarkdownLine {
    const start = line;
    let last = line;
    for (let next = after(line); !isPastEnd(next) && (isBlank(next) || next.indent > 3); next = after(next)) {
      if (!isBlank(next)) last = next;
    }
    return push("code", start, last);
  }

  /** A list goes on over blank lines as long as its items are indented or a next item follows. */
  function endOfList(): MarkdownLine {
    let last = line;
    let afterBlank = false;
    for (let next = after(line); !isPastEnd(next); next = after(next)) {
      if (isBlank(next)) {
        afterBlank = true;
        continue;
      }
      const indented = next.indent >= 2;
      const lazy = !afterBlank && !interrupts(next);
      if (!indented && !lazy && (!isItem(next) || isRule(text, next))) break;
      last = next;
      afterBlank = false;
    }
    return last;
  }

  /** The line that closes the fence opened on a line, the last line where none does. */
  function endOfFence(opening: MarkdownLine): MarkdownLine {
    const fence = fenceOf(text, opening);
    let last = opening;
    for (let next = after(opening); fence && !isPastEnd(next); next = after(next)) {
      if (!isBlank(next)) last = next;
      if (closesFence(text, next, fence)) break;
    }
    return last;
  }

  /** A quotation takes the lines below it that start nothing of their own. */
  function endOfLazy(start: MarkdownLine): MarkdownLine {
    let last = start;
    for (let next = after(start); !isPastEnd(next) && !isBlank(next); next = after(next)) {
      if (!next.head.startsWith(">") && interrupts(next)) break;
      last = next;
    }
    return last;
  }

  function interrupts(next: MarkdownLine): boolean {
    if (next.indent > 3) return false;
    return (
      atxLevel(next) > 0 ||
      next.head.startsWith(">") ||
      isInterruptingItem(next) ||
      isRule(text, next) ||
      startsHtml(next) ||
      fenceOf(text, next) !== undefined
    );
  }

  function startsTableAt(header: MarkdownLine): boolean {
    const opening = text[header.next];
    if (opening === undefined || !"|:- ".includes(opening)) return false;
    return startsTable(text, header, after(header));
  }

  function push(kind: BlockKind, first: MarkdownLine, last: MarkdownLine): MarkdownLine {
    blocks.push({ kind, start: first.start, end: last.end });
    return after(last);
  }

  function after(previous: MarkdownLine): MarkdownLine {
    return markdownLine(text, Math.min(previous.next, text.length));
  }

  function isPastEnd(next: MarkdownLine): boolean {
    return next.start >= text.length;
  }
}

function isBlank(line: MarkdownLine): boolean {
  return line.first === line.end;
}
