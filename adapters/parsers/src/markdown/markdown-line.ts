/** A line of Markdown. Offsets are in UTF-16 code units of the whole text. */
export interface MarkdownLine {
  readonly start: number;
  /** End offset without the line end. */
  readonly end: number;
  /** Start offset of the next line. */
  readonly next: number;
  /** Columns of leading white space; a tab advances to the next multiple of four. */
  readonly indent: number;
  /** Offset of the first character that is not a space or tab; `end` on a blank line. */
  readonly first: number;
  /** The first characters after the indentation, enough to determine the type of block that starts here. */
  readonly head: string;
}

/** The opening line of a fenced code block. */
export interface Fence {
  readonly char: string;
  readonly length: number;
}

const HEAD_CHARS = 80;

/** Reads the line that starts at an offset. */
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

/** Reads the next line. At the end of the text it returns an empty line for which {@link isPastEnd} is true. */
export function lineAfter(text: string, line: MarkdownLine): MarkdownLine {
  return markdownLine(text, Math.min(line.next, text.length));
}

/** Yields the lines that follow a line. */
export function* linesAfter(text: string, previous: MarkdownLine): Generator<MarkdownLine> {
  for (let line = lineAfter(text, previous); !isPastEnd(text, line); line = lineAfter(text, line)) yield line;
}

export function isPastEnd(text: string, line: MarkdownLine): boolean {
  return line.start >= text.length;
}

export function isBlank(line: MarkdownLine): boolean {
  return line.first === line.end;
}

/** Returns the fence that opens a code block on this line, if any. */
export function fenceOf(text: string, line: MarkdownLine): Fence | undefined {
  const char = line.head[0];
  if ((char !== "`" && char !== "~") || !line.head.startsWith(char.repeat(3))) return undefined;
  const length = runLength(text, line.first, line.end);
  if (char === "`" && text.slice(line.first + length, line.end).includes("`")) return undefined;
  return { char, length };
}

/** True if this line closes the fence. */
export function closesFence(text: string, line: MarkdownLine, fence: Fence): boolean {
  if (line.head[0] !== fence.char) return false;
  const length = runLength(text, line.first, line.end);
  return length >= fence.length && isOnly(text, line.first + length, line.end, " \t");
}

/** Returns the level of the `#` heading on this line, or 0 if it is not a heading. */
export function atxLevel(line: MarkdownLine): number {
  return line.indent > 3 ? 0 : (/^#{1,6}(?=[ \t]|$)/.exec(line.head)?.[0].length ?? 0);
}

/** Returns the level of the heading that this line of `=` or `-` makes of the paragraph above it, or 0. */
export function setextLevel(text: string, line: MarkdownLine): number {
  const char = line.head[0];
  if (line.indent > 3 || (char !== "=" && char !== "-")) return 0;
  const underline = line.first + runLength(text, line.first, line.end);
  if (!isOnly(text, underline, line.end, " \t")) return 0;
  return char === "=" ? 1 : 2;
}

/** True for a horizontal rule: three or more `*`, `-` or `_`. */
export function isRule(text: string, line: MarkdownLine): boolean {
  const char = line.head[0];
  if (line.indent > 3 || (char !== "*" && char !== "-" && char !== "_")) return false;
  if (!isOnly(text, line.first, line.end, `${char} \t`)) return false;
  return text.slice(line.first, line.end).replaceAll(/[ \t]/g, "").length >= 3;
}

/** True if the line starts a list item. */
export function isItem(line: MarkdownLine): boolean {
  return /^(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/.test(line.head);
}

/** True if the line starts a list item that may follow a paragraph without a blank line. */
export function isInterruptingItem(line: MarkdownLine): boolean {
  return /^(?:[-*+]|1[.)])[ \t]+\S/.test(line.head);
}

/** True if `text` between two offsets consists only of `chars`. */
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
