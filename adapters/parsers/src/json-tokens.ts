const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const SPACE = /[ \t\n\r]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them inside strings
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Where a token ends, or, where it is none, the first character that is wrong. */
export interface TokenEnd {
  readonly at: number;
  readonly valid: boolean;
}

/** Reads the string, number or word that starts at a position. */
export function scalarEnd(text: string, start: number): TokenEnd {
  if (text[start] === '"') return stringEnd(text, start);
  const end = afterMatch(WORD, text, start) ?? afterMatch(NUMBER, text, start);
  return { at: end ?? start, valid: end !== undefined };
}

/** Reads the string whose opening quote stands at a position. One pattern for whole strings would give up on long ones. */
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

/** The first position from `at` on that is not white space. */
export function afterSpace(text: string, at: number): number {
  return afterMatch(SPACE, text, at) ?? at;
}

function afterMatch(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
