import { stringEnd } from "./json-tokens.ts";

const TOKEN = /["[\]{},:]|[^\s[\]{},:"]+/g;

/**
 * Indents valid JSON by two spaces. It changes only white space: numbers, escapes and key order stay the same.
 * Returns undefined if the result would be longer than `maxChars`.
 */
export function indentJson(text: string, maxChars: number): string | undefined {
  const parts: string[] = [];
  let length = 0;
  let depth = 0;
  let afterOpening = false;
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    if (match[0] === '"') TOKEN.lastIndex = stringEnd(text, match.index).at;
    const token = text.slice(match.index, TOKEN.lastIndex);
    const closes = token === "]" || token === "}";
    if (closes) depth--;
    if (closes ? !afterOpening : afterOpening) newLine();
    afterOpening = token === "[" || token === "{";
    if (afterOpening) depth++;
    push(token);
    if (token === ",") newLine();
    if (token === ":") push(" ");
    if (length > maxChars) return undefined;
  }
  return parts.join("");

  function newLine(): void {
    push(`\n${"  ".repeat(depth)}`);
  }

  function push(part: string): void {
    parts.push(part);
    length += part.length;
  }
}
