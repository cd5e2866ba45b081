import type { Span } from "./span.ts";

/** True for the characters that `\s` matches. */
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

/** The first position from `from` on, before `end`, that is not white space; `end` where there is none. */
export function skipSpace(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** The span without white space at its ends; empty when it holds nothing else. */
export function trimSpan(text: string, span: Span): Span {
  const start = skipSpace(text, span.start, span.end);
  let end = span.end;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return { start, end };
}

/** The position, moved back by one where it would part a surrogate pair. */
export function avoidSplitPair(text: string, position: number): number {
  const code = text.charCodeAt(position);
  const before = text.charCodeAt(position - 1);
  const parts = code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
  return parts ? position - 1 : position;
}
