import { afterLine, afterList, type BlockReader } from "./markup-lines.ts";

const HEADING = /^(={1,6}|#{1,6})\s+(\S.*?)(?:\s+\1)?$/;
const ITEM = /^\s*(?:\*{1,5}|-|\.{1,5}|\d{1,9}\.)\s+\S/;
const CODE = /^(-{4,}|\.{4,}|\+{4,}|`{3,})[\w,-]{0,40}$/;
const COMMENT = /^\/{4,}$/;
const TABLE = /^[|,:!]={3,}$/;

/** Reads AsciiDoc. */
export const readAsciiDocBlock: BlockReader = (lines, at) => {
  const text = lines[at]?.text ?? "";
  const [, marks, title] = HEADING.exec(text) ?? [];
  if (marks && title) return { kind: "heading", level: marks.length, title, next: at + 1 };
  const fence = CODE.exec(text)?.[1] ?? COMMENT.exec(text)?.[0];
  if (fence !== undefined) return { kind: "code", next: afterLine(lines, at + 1, (line) => line === fence) };
  if (TABLE.test(text)) return { kind: "table", next: afterLine(lines, at + 1, (line) => line === text) };
  if (ITEM.test(text)) return { kind: "list", next: afterList(lines, at, ITEM) };
  return undefined;
};
