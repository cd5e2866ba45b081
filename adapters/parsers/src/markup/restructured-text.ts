import { afterIndented, afterList, type BlockReader, type MarkupLine } from "./markup-lines.ts";

const ADORNMENT = /^([!-/:-@[-`{-~])\1+$/;
const ITEM = /^\s*(?:[-*+•]|\d{1,9}[.)]|#\.)\s/;
/** Directives whose content is code or data. Others, such as notes, contain text. */
const CODE_DIRECTIVE =
  /^\.\.\s+(?:code-block|code|sourcecode|literalinclude|math|parsed-literal|raw|highlight)::/;

/** Creates a reader of reStructuredText. The order in which adornments of titles appear tells their levels. */
export function createRestructuredTextReader(): BlockReader {
  const levels: string[] = [];
  function levelOf(adornment: string): number {
    if (!levels.includes(adornment)) levels.push(adornment);
    return levels.indexOf(adornment) + 1;
  }

  return (lines, at) => {
    const [text, below, second] = [at, at + 1, at + 2].map((index) => lines[index]?.text ?? "");
    if (text === undefined || below === undefined || second === undefined) return undefined;
    // A title between two adornments is of another level than one above a single adornment.
    if (ADORNMENT.test(text) && below.trim() !== "" && second === text && below.length <= text.length)
      return { kind: "heading", level: levelOf(`${text[0]}${text[0]}`), title: below.trim(), next: at + 3 };
    if (/^\S/.test(text) && !ADORNMENT.test(text) && underlines(below, text))
      return { kind: "heading", level: levelOf(below.charAt(0)), title: text.trim(), next: at + 2 };
    if (CODE_DIRECTIVE.test(text)) return { kind: "code", next: afterIndented(lines, at + 1) };
    if (/^[+|]/.test(text) && /^\+[-=+]+\+$/.test(text))
      return { kind: "table", next: afterBlock(lines, at) };
    if (/^=+(?:\s+=+)+$/.test(text)) return { kind: "table", next: afterBlock(lines, at) };
    if (ITEM.test(text)) return { kind: "list", next: afterList(lines, at, ITEM) };
    // An indented block after a line that ends with `::`.
    if (/^\s/.test(text) && textBefore(lines, at).endsWith("::"))
      return { kind: "code", next: afterIndented(lines, at) };
    return undefined;
  };
}

function underlines(adornment: string, title: string): boolean {
  return ADORNMENT.test(adornment) && adornment.length >= title.trim().length && adornment.length > 1;
}

function afterBlock(lines: readonly MarkupLine[], from: number): number {
  let at = from + 1;
  while (at < lines.length && !lines[at]?.blank) at += 1;
  return at;
}

function textBefore(lines: readonly MarkupLine[], before: number): string {
  for (let at = before - 1; at >= 0 && at > before - 5; at -= 1)
    if (!lines[at]?.blank) return lines[at]?.text ?? "";
  return "";
}
