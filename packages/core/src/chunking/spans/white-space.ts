import type { Span } from "./span.ts";

/** True for the characters that `\s` matches; faster than a regular expression. */
export function isSpace(code: number): boolean {
  if (code < 0x80) return code === 32 || (code >= 9 && code <= 13);
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

/** Returns the first position in `[from, end)` that is not white space, or `end`. */
export function skipSpace(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** Trims white space from both ends of a span; an all-space span becomes empty. */
export function trimSpan(text: string, span: Span): Span {
  const start = skipSpace(text, span.start, span.end);
  let end = span.end;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return { start, end };
}

/** Moves a position back by one if it would split a surrogate pair. */
export function avoidSplitPair(text: string, position: number): number {
  const code = text.charCodeAt(position);
  const before = text.charCodeAt(position - 1);
  const parts = code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
  return parts ? position - 1 : position;
}
