import { afterSpace, scalarEnd, type TokenEnd } from "./json-tokens.ts";

/** The result of scanning JSON. */
export interface JsonScan {
  /** Start offsets of the outermost object's members or array's elements. */
  readonly memberStarts: readonly number[];
  /** Offset of the first invalid character, or undefined if the text is valid JSON. */
  readonly problemAt: number | undefined;
}

type Expected = "value" | "value or ]" | "key" | "key or }" | ":" | ", or end" | "nothing";

/** Validates JSON without recursion, so deep nesting cannot overflow the stack, and reports where it is invalid. */
export function scanJson(text: string): JsonScan {
  const memberStarts: number[] = [];
  const closers: string[] = [];
  let expected = "value" as Expected;
  let at = afterSpace(text, 0);
  while (at < text.length) {
    const token = read(text.charAt(at));
    if (!token.valid) return { memberStarts, problemAt: token.at };
    at = afterSpace(text, token.at);
  }
  return { memberStarts, problemAt: expected === "nothing" ? undefined : text.length };

  /** Reads the token at `at` and sets `expected` for the next one. */
  function read(char: string): TokenEnd {
    const closes = expected === ", or end" || expected === "value or ]" || expected === "key or }";
    if (closes && char === closers.at(-1)) {
      closers.pop();
      return expectAfterValue();
    }
    if (expected === ":" && char === ":") return expect("value");
    if (expected === ", or end" && char === ",") return expect(isInObject() ? "key" : "value");
    if (expected === "key" || expected === "key or }") {
      if (char !== '"') return { at, valid: false };
      recordMember();
      return expect(":", scalarEnd(text, at));
    }
    if (expected !== "value" && expected !== "value or ]") return { at, valid: false };
    // In an object, a member starts at its key.
    if (!isInObject()) recordMember();
    if (char !== "[" && char !== "{") return expectAfterValue(scalarEnd(text, at));
    closers.push(char === "[" ? "]" : "}");
    return expect(char === "[" ? "value or ]" : "key or }");
  }

  function expect(next: Expected, token: TokenEnd = { at: at + 1, valid: true }): TokenEnd {
    expected = next;
    return token;
  }

  function expectAfterValue(token?: TokenEnd): TokenEnd {
    return expect(closers.length === 0 ? "nothing" : ", or end", token);
  }

  function isInObject(): boolean {
    return closers.at(-1) === "}";
  }

  function recordMember(): void {
    if (closers.length === 1) memberStarts.push(at);
  }
}
