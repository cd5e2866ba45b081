import type { Block, BlockKind } from "@quarry/core";
import { lineSpans } from "../text/line-spans.ts";

/** A line of a text with light markup. */
export interface MarkupLine {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly blank: boolean;
}

/** The block that starts at a line: `next` is the index of the first line after it. */
export interface MarkupBlock {
  readonly kind: BlockKind;
  readonly next: number;
  /** On headings. */
  readonly level?: number;
  readonly title?: string;
}

/** Recognizes the block that starts at a line; undefined for a paragraph. */
export type BlockReader = (lines: readonly MarkupLine[], at: number) => MarkupBlock | undefined;

/** Longer lines are not markup. */
const MAX_MARKUP_CHARS = 1000;
const MAX_LEVEL = 6;

/** Returns the blocks of a text with light markup. Blank lines separate paragraphs. */
export function markupBlocks(text: string, read: BlockReader): Block[] {
  const lines = [...lineSpans(text)].map((line) => ({
    ...line,
    text: text.slice(line.start, Math.min(line.end, line.start + MAX_MARKUP_CHARS)).trimEnd(),
  }));
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    if (lines[at]?.blank) {
      at += 1;
      continue;
    }
    const found = read(lines, at);
    let next = found?.next ?? at + 1;
    if (!found) while (next < lines.length && !lines[next]?.blank && !read(lines, next)) next += 1;
    const { kind = "paragraph", level, title } = found ?? {};
    const [start, last] = [lines[at]?.start ?? 0, lastFilled(lines, at, next)];
    blocks.push({
      ...{ kind, start, end: lines[last]?.end ?? start },
      ...(level === undefined ? {} : { level: Math.min(level, MAX_LEVEL) }),
      ...(title === undefined ? {} : { title }),
    });
    at = next;
  }
  return blocks;
}

/** The index after the line that ends a delimited block, or after the last line of the text. */
export function afterLine(
  lines: readonly MarkupLine[],
  from: number,
  isEnd: (text: string) => boolean,
): number {
  for (let at = from; at < lines.length; at += 1) if (isEnd(lines[at]?.text ?? "")) return at + 1;
  return lines.length;
}

/** The index after lines that are blank or indented, from an index on. */
export function afterIndented(lines: readonly MarkupLine[], from: number): number {
  let at = from;
  while (at < lines.length && (lines[at]?.blank || /^\s/.test(lines[at]?.text ?? ""))) at += 1;
  return at;
}

/** The index after the items of a list and their indented lines. */
export function afterList(lines: readonly MarkupLine[], from: number, item: RegExp): number {
  let at = from + 1;
  while (at < lines.length && (item.test(lines[at]?.text ?? "") || /^\s+\S/.test(lines[at]?.text ?? "")))
    at += 1;
  return at;
}

function lastFilled(lines: readonly MarkupLine[], from: number, next: number): number {
  for (let at = next - 1; at > from; at -= 1) if (!lines[at]?.blank) return at;
  return from;
}
