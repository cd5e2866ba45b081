const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const SPACE = /[ \t\n\r]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them inside strings
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** The end offset of a token; if `valid` is false, the offset of the first invalid character. */
export interface TokenEnd {
  readonly at: number;
  readonly valid: boolean;
}

/** Reads the string, number, `true`, `false` or `null` at an offset. */
export function scalarEnd(text: string, start: number): TokenEnd {
  if (text[start] === '"') return stringEnd(text, start);
  const end = afterMatch(WORD, text, start) ?? afterMatch(NUMBER, text, start);
  return { at: end ?? start, valid: end !== undefined };
}

/** Reads the string whose opening quote is at an offset. A single regular expression would fail on long strings. */
export function stringEnd(text: string, start: number): TokenEnd {
  let at = start + 1;
  for (;;) {
    at = afterMatch(PLAIN, text, at) ?? at;
    if (text[at] === '"') return { at: at + 1, valid: true };
    const escaped = afterMatch(ESCAPE, text, at);
    if (escaped === undefined) return { at, valid: false };
    at = escaped;
  }
}

/** Returns the offset of the first character from `at` on that is not white space. */
export function afterSpace(text: string, at: number): number {
  return afterMatch(SPACE, text, at) ?? at;
}

function afterMatch(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
