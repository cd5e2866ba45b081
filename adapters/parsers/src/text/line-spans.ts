/** A line's offsets in the text, without its line end. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
  /** True if the line holds only white space. */
  readonly blank: boolean;
}

/** Yields the lines of a text in order. */
export function* lineSpans(text: string): Generator<LineSpan> {
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    yield { start, end, blank: isBlank(text, start, end) };
    start = end + 1;
  }
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code !== 32 && (code > 127 || code < 9 || code > 13) && !/\s/.test(text.charAt(at))) return false;
  }
  return true;
}
