import { type MarkdownLine, markdownLine } from "./markdown-line.ts";

const BLOCK_TAG =
  /^<\/?(?:address|article|aside|blockquote|body|center|details|dialog|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|iframe|li|link|main|menu|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|title|tr|ul)(?=[\s/>]|$)/i;

/** Starts of HTML that goes on to its own end, blank lines included. */
const SPANNING: readonly { readonly start: RegExp; readonly end: string }[] = [
  { start: /^<!--/, end: "-->" },
  { start: /^<script(?=[\s>]|$)/i, end: "</script" },
  { start: /^<style(?=[\s>]|$)/i, end: "</style" },
  { start: /^<pre(?=[\s>]|$)/i, end: "</pre" },
  { start: /^<textarea(?=[\s>]|$)/i, end: "</textarea" },
];

/** True for a line on which a block of HTML starts. */
export function startsHtml(line: MarkdownLine): boolean {
  if (line.indent > 3 || line.head[0] !== "<") return false;
  return BLOCK_TAG.test(line.head) || SPANNING.some(({ start }) => start.test(line.head));
}

/** The last line of the HTML that starts on a line: up to its closing mark, or to a blank line. */
export function endOfHtml(text: string, line: MarkdownLine): MarkdownLine {
  const spanning = SPANNING.find(({ start }) => start.test(line.head));
  let last = line;
  while (!spanning || !text.slice(last.start, last.end).toLowerCase().includes(spanning.end)) {
    const next = markdownLine(text, Math.min(last.next, text.length));
    if (next.start >= text.length || (!spanning && next.first === next.end)) break;
    last = next;
  }
  return last;
}
