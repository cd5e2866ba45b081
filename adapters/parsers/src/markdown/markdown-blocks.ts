import type { Block, BlockKind } from "@quarry/core";
import {
  endOfFence,
  endOfIndentedCode,
  endOfList,
  endOfQuote,
  endOfTable,
  interrupts,
} from "./block-ends.ts";
import { endOfHtml, startsHtml } from "./markdown-html.ts";
import {
  atxLevel,
  fenceOf,
  isBlank,
  isItem,
  isPastEnd,
  isRule,
  lineAfter,
  linesAfter,
  type MarkdownLine,
  markdownLine,
  setextLevel,
} from "./markdown-line.ts";
import { headerOf, startsTable } from "./markdown-table.ts";
import { atxTitle, plainTitle } from "./markdown-title.ts";

const MAX_SETEXT_CHARS = 1000;

/** Returns the outermost blocks of a Markdown text from an offset on, in one pass over its lines. */
export function markdownBlocks(text: string, from: number): Block[] {
  const blocks: Block[] = [];
  let line = markdownLine(text, from);
  while (!isPastEnd(text, line)) {
    if (isBlank(line)) {
      line = lineAfter(text, line);
    } else {
      const { block, last } = readBlock(text, line);
      blocks.push(block);
      line = lineAfter(text, last);
    }
  }
  return blocks;
}

interface ReadBlock {
  readonly block: Block;
  readonly last: MarkdownLine;
}

function readBlock(text: string, line: MarkdownLine): ReadBlock {
  if (line.indent > 3) return blockOf("code", line, endOfIndentedCode(text, line));
  const level = atxLevel(line);
  if (level > 0) return headingOf(line, line, level, atxTitle(text.slice(line.first, line.end)));
  const fence = fenceOf(text, line);
  if (fence) return blockOf("code", line, endOfFence(text, line, fence));
  if (isRule(text, line)) return blockOf("paragraph", line, line);
  if (isItem(line)) return blockOf("list", line, endOfList(text, line));
  if (line.head.startsWith(">")) return blockOf("paragraph", line, endOfQuote(text, line));
  if (startsHtml(line)) return blockOf("paragraph", line, endOfHtml(text, line));
  if (startsTable(text, line)) return readTable(text, line);
  return readParagraph(text, line);
}

/** Reads a paragraph, or the heading that a line of `=` or `-` below makes of it. */
function readParagraph(text: string, first: MarkdownLine): ReadBlock {
  let last = first;
  for (const line of linesAfter(text, first)) {
    if (isBlank(line)) break;
    const level = setextLevel(text, line);
    if (level > 0) {
      const source = text.slice(first.first, Math.min(last.end, first.first + MAX_SETEXT_CHARS));
      return headingOf(first, line, level, plainTitle(source));
    }
    if (interrupts(text, line) || startsTable(text, line)) break;
    last = line;
  }
  return blockOf("paragraph", first, last);
}

function readTable(text: string, header: MarkdownLine): ReadBlock {
  const delimiter = lineAfter(text, header);
  const { last, rows } = endOfTable(text, delimiter);
  const names = headerOf(text, header);
  const { block } = blockOf("table", header, last);
  return {
    block: {
      ...block,
      rows: [{ start: header.start, end: delimiter.end }, ...rows],
      ...(names ? { header: names } : {}),
    },
    last,
  };
}

function headingOf(first: MarkdownLine, last: MarkdownLine, level: number, title: string): ReadBlock {
  return { block: { ...blockOf("heading", first, last).block, level, title }, last };
}

function blockOf(kind: BlockKind, first: MarkdownLine, last: MarkdownLine): ReadBlock {
  return { block: { kind, start: first.start, end: last.end }, last };
}
