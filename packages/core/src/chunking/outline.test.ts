import { expect, test } from "bun:test";
import type { Block } from "../ports/parser.ts";
import { chunkDocument } from "./chunk-document.ts";
import { outlineOf } from "./outline.ts";

/** Creates a document of headings (`#` per level) and paragraphs. */
function documentOf(...lines: string[]) {
  let text = "";
  const blocks: Block[] = [];
  for (const line of lines) {
    const start = text.length;
    text += `${line}\n\n`;
    const level = /^#*/.exec(line)?.[0].length ?? 0;
    const place = { start, end: start + line.length, page: blocks.length + 1 };
    blocks.push(
      level > 0
        ? { kind: "heading", level, title: line.replace(/^#+ /, ""), ...place }
        : { kind: "paragraph", ...place },
    );
  }
  return { mimeType: "text/plain", text, blocks };
}

const long = (word: string) => `${word} `.repeat(400).trim();

test("an entry extends to the next heading of the same or a higher level, in text and chunks", () => {
  const parsed = documentOf("# One", long("a"), "## Sub", long("b"), "# Two", long("c"));
  const chunks = chunkDocument(parsed);
  const [one, sub, two] = outlineOf(parsed, chunks);
  const at = (title: string) => parsed.text.indexOf(title);
  expect([one?.title, one?.start, one?.end]).toEqual(["One", at("# One"), at("# Two")]);
  expect([sub?.title, sub?.start, sub?.end]).toEqual(["Sub", at("## Sub"), at("# Two")]);
  expect([two?.title, two?.start, two?.end]).toEqual(["Two", at("# Two"), parsed.text.length]);
  expect(sub?.place).toEqual({ page: 3 });
  for (const entry of [one, sub, two])
    for (const [index, chunk] of chunks.entries()) {
      const overlaps = chunk.start < (entry?.end ?? 0) && chunk.end > (entry?.start ?? 0);
      expect(index >= (entry?.firstChunk ?? 0) && index <= (entry?.lastChunk ?? 0)).toBe(overlaps);
    }
});

test("skipped levels and headings without a body are included", () => {
  const parsed = documentOf("### Deep", "# Top", "## A", "## B", "text");
  const entries = outlineOf(parsed, chunkDocument(parsed));
  expect(entries.map(({ title, level }) => `${level} ${title}`)).toEqual(["3 Deep", "1 Top", "2 A", "2 B"]);
  for (const { start, end } of entries) expect(start).toBeLessThan(end);
  expect(entries[0]?.end).toBe(parsed.text.indexOf("# Top"));
});

test("a document without headings has no entries", () => {
  expect(outlineOf(documentOf("text"), [{ start: 0, end: 4 }])).toEqual([]);
});
