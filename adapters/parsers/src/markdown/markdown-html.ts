import { isBlank, isPastEnd, lineAfter, type MarkdownLine } from "./markdown-line.ts";

const BLOCK_TAG =
  /^<\/?(?:address|article|aside|blockquote|body|center|details|dialog|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|iframe|li|link|main|menu|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|title|tr|ul)(?=[\s/>]|$)/i;

/** HTML that ends at its closing mark and may contain blank lines. */
const SPANNING: readonly { readonly start: RegExp; readonly end: string }[] = [
  { start: /^<!--/, end: "-->" },
  { start: /^<script(?=[\s>]|$)/i, end: "</script" },
  { start: /^<style(?=[\s>]|$)/i, end: "</style" },
  { start: /^<pre(?=[\s>]|$)/i, end: "</pre" },
  { start: /^<textarea(?=[\s>]|$)/i, end: "</textarea" },
];

/** True if an HTML block starts on the line. */
export function startsHtml(line: MarkdownLine): boolean {
  if (line.indent > 3 || line.head[0] !== "<") return false;
  return BLOCK_TAG.test(line.head) || SPANNING.some(({ start }) => start.test(line.head));
}

/** Returns the last line of the HTML block at `line`: the one with its closing mark, or the last before a blank line. */
export function endOfHtml(text: string, line: MarkdownLine): MarkdownLine {
  const spanning = SPANNING.find(({ start }) => start.test(line.head));
  let last = line;
  while (!spanning || !text.slice(last.start, last.end).toLowerCase().includes(spanning.end)) {
    const next = lineAfter(text, last);
    if (isPastEnd(text, next) || (!spanning && isBlank(next))) break;
    last = next;
  }
  return last;
}
