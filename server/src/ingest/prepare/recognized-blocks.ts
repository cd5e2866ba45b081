import type { Block } from "@quarry/core";
import type { OutlineEntry } from "@quarry/core/internal";

/** A line of a list, as the parsers write it. */
const ITEM = /^\s*(?:[-*•]|\d{1,4}[.)])\s/;
const CONTINUED = /^\s{2,}\S/;
const CELLS = " | ";

interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Recognizes the blocks of a stored text; only its headings are stored with it. For files that are not text themselves,
 * parsers write an empty line between blocks, a line for each row of a table, and a mark before each item of a list.
 */
export function recognizedBlocks(text: string, outline: readonly OutlineEntry[]): Block[] {
  const blocks: Block[] = [];
  const headings = new Map(outline.map((entry) => [entry.start, entry]));
  let open: Line[] = [];
  const close = () => {
    const block = blockOf(open);
    if (block) blocks.push(block);
    open = [];
  };
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    const line = { start, end, text: text.slice(start, end) };
    const heading = headings.get(start);
    if (heading) {
      close();
      const { title, level, place } = heading;
      blocks.push({ kind: "heading", start, end, title, level, ...place });
    } else if (line.text.trim() === "") close();
    else open.push(line);
    start = end + 1;
  }
  close();
  return blocks;
}

function blockOf(lines: readonly Line[]): Block | undefined {
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return undefined;
  const span = { start: first.start, end: last.end };
  if (lines.length > 1 && lines.every(({ text }) => text.includes(CELLS)))
    return { kind: "table", ...span, rows: lines.map(({ start, end }) => ({ start, end })) };
  const isList = ITEM.test(first.text) && lines.every(({ text }) => ITEM.test(text) || CONTINUED.test(text));
  return { kind: isList ? "list" : "paragraph", ...span };
}
