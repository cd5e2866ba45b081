/** A line of Markdown and what its first characters say. */
export interface MarkdownLine {
  readonly start: number;
  /** Without the line end. */
  readonly end: number;
  /** Where the next line starts. */
  readonly next: number;
  /** Columns of white space before the first other character; a tab goes to the next multiple of four. */
  readonly indent: number;
  /** Position of the first character that is not white space; `end` on a blank line. */
  readonly first: number;
  /** The first characters after the indentation, enough to tell what starts here. */
  readonly head: string;
}

const HEAD_CHARS = 80;

/** Reads the line that starts at a position. */
export function markdownLine(text: string, start: number): MarkdownLine {
  const newline = text.indexOf("\n", start);
  const end = newline === -1 ? text.length : newline;
  let indent = 0;
  let first = start;
  for (; first < end; first++) {
    const code = text.charCodeAt(first);
    if (code === 32) indent++;
    else if (code === 9) indent += 4 - (indent % 4);
    else break;
  }
  return {
    start,
    end,
    next: end + 1,
    indent,
    first,
    head: text.slice(first, Math.min(end, first + HEAD_CHARS)),
  };
}

/** The fence that opens a code block on this line. */
export function fenceOf(
  text: string,
  line: MarkdownLine,
): { readonly char: string; readonly length: number } | undefined {
  const char = line.head[0];
  if ((char !== "`" && char !== "~") || !line.head.startsWith(char.repeat(3))) return undefined;
  const length = runLength(text, line.first, line.end);
  if (char === "`" && text.slice(line.first + length, line.end).includes("`")) return undefined;
  return { char, length };
}

/** True when this line closes the fence. */
export function closesFence(
  text: string,
  line: MarkdownLine,
  fence: { char: string; length: number },
): boolean {
  if (line.head[0] !== fence.char) return false;
  const length = runLength(text, line.first, line.end);
  return length >= fence.length && isOnly(text, line.first + length, line.end, " \t");
}

/** Level of the `#` heading on this line, 0 where there is none. */
export function atxLevel(line: MarkdownLine): number {
  return line.indent > 3 ? 0 : (/^#{1,6}(?=[ \t]|$)/.exec(line.head)?.[0].length ?? 0);
}

/** Level of the heading that this line makes of the paragraph above it, 0 where it makes none. */
export function setextLevel(text: string, line: MarkdownLine): number {
  const char = line.head[0];
  if (line.indent > 3 || (char !== "=" && char !== "-")) return 0;
  const underline = line.first + runLength(text, line.first, line.end);
  if (!isOnly(text, underline, line.end, " \t")) return 0;
  return char === "=" ? 1 : 2;
}

/** True for a line of three or more `*`, `-` or `_`. */
export function isRule(text: string, line: MarkdownLine): boolean {
  const char = line.head[0];
  if (line.indent > 3 || (char !== "*" && char !== "-" && char !== "_")) return false;
  if (!isOnly(text, line.first, line.end, `${char} \t`)) return false;
  return text.slice(line.first, line.end).replaceAll(/[ \t]/g, "").length >= 3;
}

/** True for a line that starts a list item. */
export function isItem(line: MarkdownLine): boolean {
  return /^(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/.test(line.head);
}

/** True for a list item that may follow a paragraph without a blank line. */
export function isInterruptingItem(line: MarkdownLine): boolean {
  return /^(?:[-*+]|1[.)])[ \t]+\S/.test(line.head);
}

/** True for a line of which all characters from a position on are among those given. */
export function isOnly(text: string, from: number, end: number, chars: string): boolean {
  for (let at = from; at < end; at++) if (!chars.includes(text.charAt(at))) return false;
  return true;
}

function runLength(text: string, from: number, end: number): number {
  const code = text.charCodeAt(from);
  let at = from;
  while (at < end && text.charCodeAt(at) === code) at++;
  return at - from;
}
