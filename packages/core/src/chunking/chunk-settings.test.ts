import { describe, expect, test } from "bun:test";
import type { Block, ParsedDocument } from "../ports/parser.ts";
import { chunkDocument } from "./chunk-document.ts";
import { outlineOf } from "./outline.ts";
import { below, documentOf, prose, randomDocument, seededRandom } from "./random-document.fixture.ts";
import { tokenRuler } from "./sizes/ruler.ts";

/** Random documents of each property. `QUARRY_TEST_SCALE=full` tries more. */
const DOCUMENTS = process.env.QUARRY_TEST_SCALE === "full" ? 300 : 50;

const paragraph = (text: string) => ({ kind: "paragraph", text }) as const;
const heading = (level: number, title: string) =>
  ({ kind: "heading", level, title, text: `${"#".repeat(level)} ${title}` }) as const;
const tokensIn = (text: string) => tokenRuler(text).lengthOf({ start: 0, end: text.length }) / 4;
const cutAt = ({ blocks }: ParsedDocument, start: number) =>
  blocks.find((block) => block.start <= start && start < block.end);

const SETTINGS = [
  { maxTokens: 50, overlapTokens: 25 },
  { maxTokens: 120, overlapTokens: 20 },
  { maxTokens: 450, overlapTokens: 60 },
  { maxTokens: 2000, overlapTokens: 1000 },
  { maxTokens: 100, overlapTokens: 0 },
] as const;

/** Creates a document of random blocks in Latin, Cyrillic or Han script. */
function anyDocument(seed: number): ParsedDocument {
  const document = randomDocument(seededRandom(seed));
  const letters = ["", "цшщжэюя", "知識庫文書検索"][seed % 3] ?? "";
  if (letters === "") return document;
  const text = document.text.replace(/[a-z]/g, (letter) => letters[letter.charCodeAt(0) % 7] ?? letter);
  return { ...document, text };
}

describe("any document, with any settings", () => {
  test("is covered by chunks with ascending starts and ends", () => {
    for (let seed = 0; seed < DOCUMENTS; seed++) {
      const document = anyDocument(seed);
      const covered = new Uint8Array(document.text.length);
      let last = { start: -1, end: 0 };
      for (const [index, chunk] of chunkDocument(document, SETTINGS[seed % SETTINGS.length]).entries()) {
        expect(chunk.index).toBe(index);
        expect(chunk.text).toBe(document.text.slice(chunk.start, chunk.end));
        expect(chunk.text.trim()).toBe(chunk.text);
        expect(chunk.text.isWellFormed()).toBe(true);
        expect(chunk.start).toBeGreaterThan(last.start);
        expect(chunk.end).toBeGreaterThan(last.end);
        covered.fill(1, chunk.start, chunk.end);
        last = chunk;
      }
      for (const { index } of document.text.matchAll(/\S/g)) expect(covered[index]).toBe(1);
    }
  });

  test("has chunks within the size limit, except for blocks kept whole", () => {
    for (let seed = 0; seed < DOCUMENTS; seed++) {
      const document = anyDocument(seed);
      const settings = SETTINGS[seed % SETTINGS.length] ?? SETTINGS[0];
      for (const { text, start, end } of chunkDocument(document, settings)) {
        const isWhole = document.blocks.some(
          ({ kind, ...block }) =>
            ["table", "list", "code"].includes(kind) && block.start < end && block.end > start,
        );
        expect(tokensIn(text)).toBeLessThanOrEqual(settings.maxTokens * (isWhole ? 2 : 1));
      }
    }
  });

  test("overlaps by at most the setting, within the section, and from a boundary", () => {
    let repeated = 0;
    for (let seed = 0; seed < DOCUMENTS; seed++) {
      const document = anyDocument(seed);
      const { overlapTokens, maxTokens } = SETTINGS[seed % SETTINGS.length] ?? SETTINGS[0];
      const chunks = chunkDocument(document, { maxTokens, overlapTokens });
      const headings = document.blocks.filter(({ kind }) => kind === "heading");
      for (const [index, { start }] of chunks.entries()) {
        const end = chunks[index - 1]?.end ?? 0;
        if (start >= end) continue;
        repeated += 1;
        expect(tokensIn(document.text.slice(start, end))).toBeLessThanOrEqual(overlapTokens);
        // A heading starts a section, and overlaps do not cross it.
        expect(headings.some((block) => block.start > start && block.start < end)).toBe(false);
        const { kind, rows = [] } = cutAt(document, start) ?? {};
        if (kind === "table" && rows.some((row) => row.end - row.start < 60))
          expect(rows.map((row) => row.start)).toContain(start);
        else expect(document.text.slice(0, start)).toMatch(/(?:^|[.?!。]\s*|\n)$/);
      }
    }
    expect(repeated).toBeGreaterThan(3 * DOCUMENTS);
  });

  test("changes only near an edit", () => {
    for (let seed = 0; seed < 20; seed++) {
      const random = seededRandom(seed);
      const paragraphs = Array.from({ length: 800 }, () => prose(random, 1 + below(random, 8)));
      const settings = { maxTokens: 200, overlapTokens: 50 };
      const chunk = () =>
        chunkDocument(documentOf(paragraphs.map(paragraph)), settings).map(({ text }) => text);
      const before = chunk();
      expect(before.length).toBeGreaterThan(350);
      const known = new Set(before);
      const at = below(random, paragraphs.length);
      paragraphs[at] = ["", prose(random, 9), `x${paragraphs[at]}`][seed % 3] ?? "";
      expect(chunk().filter((text) => !known.has(text)).length).toBeLessThanOrEqual(5);
    }
  });

  test("has an outline with the chunks of each heading", () => {
    for (let seed = 0; seed < 100; seed++) {
      const document = anyDocument(seed);
      const chunks = chunkDocument(document, SETTINGS[seed % SETTINGS.length]);
      for (const { start, end, firstChunk, lastChunk } of outlineOf(document, chunks))
        for (const [index, chunk] of chunks.entries())
          expect(index >= firstChunk && index <= lastChunk).toBe(chunk.start < end && chunk.end > start);
    }
  });
});

test("in Latin script, 450 tokens without overlap equal the default settings", () => {
  for (let seed = 0; seed < 100; seed++) {
    const document = randomDocument(seededRandom(seed));
    const text = document.text.replaceAll("。", ".").replaceAll("😀", "é’");
    const latin = { ...document, text };
    expect(chunkDocument(latin, { maxTokens: 450 })).toEqual(chunkDocument(latin));
  }
});

test("a script with more tokens per character gets shorter chunks", () => {
  const longest = (text: string) =>
    Math.max(
      ...chunkDocument(documentOf([paragraph(text)]), { maxTokens: 200 }).map((chunk) => chunk.text.length),
    );
  expect(longest("The text of a long paragraph. ".repeat(500))).toBeWithin(400, 801);
  expect(longest("Длинный текст одного абзаца. ".repeat(500))).toBeWithin(160, 481);
  expect(longest("人人生而自由，在尊严和权利上一律平等。".repeat(500))).toBeWithin(60, 201);
});

test("an overlap of rows has their header as context, and an overlap of code starts at a line", () => {
  const rows = Array.from({ length: 60 }, (_, index) => `${index},value ${index}`);
  const table = documentOf([{ kind: "table", header: "id | value", text: ["id,value", ...rows].join("\n") }]);
  const [, second, third] = chunkDocument(table, { maxTokens: 60, overlapTokens: 10 });
  expect([second?.context, third?.context]).toEqual(["id | value", "id | value"]);
  expect(second?.text.split("\n")[0]).toMatch(/^\d+,value \d+$/);

  const lines = Array.from({ length: 30 }, (_, at) => `line${at}();`).join("\n");
  const text = prose(seededRandom(4), 4).slice(0, 250);
  const code = documentOf([{ kind: "code", text: lines }, paragraph(text)]);
  const chunks = chunkDocument(code, { maxTokens: 100, overlapTokens: 10 });
  expect(chunks.some((chunk) => chunk.start > 0 && chunk.text.startsWith("line"))).toBe(true);
});

describe("a workbook", () => {
  const sheetOf = (sheet: string, ...rows: string[]) => [
    { ...heading(1, sheet), sheet },
    ...(rows.length > 0
      ? [{ kind: "table", header: "a | b", sheet, text: ["a,b", ...rows].join("\n") } as const]
      : []),
  ];

  test("never has chunks across sheets, even if sheets are small", () => {
    const document = documentOf([
      ...sheetOf("One", "1,2"),
      ...sheetOf("Two", "3,4"),
      ...sheetOf("Empty"),
      ...sheetOf("Three", "5,6"),
    ]);
    const chunks = chunkDocument(document);
    expect(chunks.map(({ place, headings }) => [place.sheet, headings])).toEqual([
      ["One", ["One"]],
      ["Two", ["Two"]],
      ["Empty", ["Empty"]],
      ["Three", ["Three"]],
    ]);
    for (const { text, place } of chunks) expect(text).toStartWith(`# ${place.sheet}`);
  });

  test("never has chunks across sheets with an overlap or without headings", () => {
    const random = seededRandom(8);
    const blocks: (Partial<Block> & { kind: "paragraph"; text: string })[] = Array.from(
      { length: 60 },
      (_, index) => ({ ...paragraph(prose(random, 1 + below(random, 9))), sheet: `S${index >> 2}` }),
    );
    const document = documentOf(blocks);
    for (const settings of [{}, { maxTokens: 80, overlapTokens: 40 }])
      for (const { start, end, place } of chunkDocument(document, settings))
        for (const block of document.blocks)
          if (block.start < end && block.end > start) expect(block.sheet).toBe(place.sheet);
  });

  test("merges small pages and slides; the place is where the chunk starts", () => {
    const slide = (number: number) => [
      { ...heading(1, `Slide ${number}`), slide: number },
      { ...paragraph("Short."), slide: number },
    ];
    const chunks = chunkDocument(documentOf([...slide(1), ...slide(2)]));
    expect(chunks.map(({ place }) => place.slide)).toEqual([1]);
  });
});

test.each([
  ["one line without spaces", "x".repeat(10_000_000)],
  ["Han", "知".repeat(10_000_000)],
  ["stops", ". ".repeat(5_000_000)],
  ["pairs", "😀".repeat(5_000_000)],
])(
  "10,000,000 characters of %s are chunked by tokens in linear time",
  (_name, text) => {
    const started = performance.now();
    const chunks = chunkDocument(
      { mimeType: "text/plain", text, blocks: [] },
      { maxTokens: 50, overlapTokens: 25 },
    );
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(chunks.length).toBeGreaterThan(1000);
  },
  30_000,
);
