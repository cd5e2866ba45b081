import { describe, expect, test } from "bun:test";
import { chunkDocument } from "./chunk-document.ts";
import { below, documentOf, prose, randomDocument, seededRandom } from "./random-document.fixture.ts";
import type { Span } from "./spans/span.ts";

/** Random documents of each property. `QUARRY_TEST_SCALE=full` tries more. */
const DOCUMENTS = process.env.QUARRY_TEST_SCALE === "full" ? 300 : 50;

const paragraph = (text: string) => ({ kind: "paragraph", text }) as const;
const heading = (level: number, title: string) =>
  ({ kind: "heading", level, title, text: `${"#".repeat(level)} ${title}` }) as const;
const solid = (text: string) => text.replace(/\s/g, "");

describe("any document", () => {
  test("is covered exactly once, in order, by trimmed chunks", () => {
    for (let seed = 0; seed < DOCUMENTS; seed++) {
      const document = randomDocument(seededRandom(seed));
      const chunks = chunkDocument(document, { targetChars: [60, 200, 1200][seed % 3] ?? 1200 });
      let last = 0;
      for (const [index, chunk] of chunks.entries()) {
        expect(chunk.index).toBe(index);
        expect(chunk.text).toBe(document.text.slice(chunk.start, chunk.end));
        expect(chunk.text.trim()).toBe(chunk.text);
        expect(chunk.text).not.toBe("");
        expect(chunk.start).toBeGreaterThanOrEqual(last);
        expect(chunk.text.isWellFormed()).toBe(true);
        last = chunk.end;
      }
      expect(solid(chunks.map((chunk) => chunk.text).join(""))).toBe(solid(document.text));
    }
  });

  test("is chunked deterministically", () => {
    const document = randomDocument(seededRandom(7));
    expect(chunkDocument(document)).toEqual(chunkDocument(document));
  });

  test("never has a split table row, or a split list or code block that fits", () => {
    for (let seed = 0; seed < DOCUMENTS; seed++) {
      const document = randomDocument(seededRandom(seed));
      const cuts = chunkDocument(document, { targetChars: 300 }).map((chunk) => chunk.start);
      const whole = document.blocks.flatMap((block): readonly Span[] => {
        if (block.kind === "table") return (block.rows ?? []).filter((row) => row.end - row.start <= 600);
        return ["list", "code"].includes(block.kind) && block.end - block.start <= 420 ? [block] : [];
      });
      for (const span of whole) {
        expect(cuts.some((cut) => cut > span.start && cut < span.end)).toBe(false);
      }
    }
  });

  test("never has a chunk that ends with a heading followed by text", () => {
    for (let seed = 0; seed < DOCUMENTS; seed++) {
      const document = randomDocument(seededRandom(seed));
      const ends = new Set(chunkDocument(document, { targetChars: 300 }).map((chunk) => chunk.end));
      for (const [index, block] of document.blocks.entries()) {
        if (block.kind !== "heading" || (document.blocks[index + 1]?.kind ?? "heading") === "heading")
          continue;
        expect(ends.has(block.end)).toBe(false);
      }
    }
  });

  test("includes text outside of blocks, and tolerates overlapping blocks", () => {
    const text = "left out\n\nnamed\n\nalso left out";
    const blocks = [
      { kind: "paragraph", start: 10, end: 15 },
      { kind: "paragraph", start: 12, end: 900 },
    ] as const;
    expect(chunkDocument({ mimeType: "text/plain", text, blocks }).map((chunk) => chunk.text)).toEqual([
      text,
    ]);
    expect(chunkDocument({ mimeType: "text/plain", text: " \n ", blocks: [] })).toEqual([]);
  });
});

describe("sizes", () => {
  test("cuts prose into 0.6 to 1.4 times the target", () => {
    const random = seededRandom(3);
    const document = documentOf(
      Array.from({ length: 400 }, () => paragraph(prose(random, 1 + below(random, 6)))),
    );
    const sizes = chunkDocument(document).map((chunk) => chunk.text.length);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(700);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1680);
  });

  test("prefers a paragraph boundary to the end of a sentence", () => {
    const random = seededRandom(5);
    const document = documentOf(Array.from({ length: 60 }, () => paragraph(prose(random, 4).slice(0, 400))));
    const starts = new Set(document.blocks.map((block) => block.start));
    for (const chunk of chunkDocument(document)) expect(starts.has(chunk.start)).toBe(true);
  });

  test("cuts a long paragraph between sentences, else words, else anywhere but inside a character", () => {
    const sentences = prose(seededRandom(1), 200).replaceAll("。", ".");
    for (const chunk of chunkDocument(documentOf([paragraph(sentences)])))
      expect(chunk.text).toMatch(/[.?!]$/);

    const words = "word ".repeat(2000).trim();
    const cut = chunkDocument(documentOf([paragraph(words)]));
    expect(cut.length).toBeGreaterThan(5);
    for (const chunk of cut) expect(chunk.text).toMatch(/^word.*word$/);

    for (const chunk of chunkDocument(documentOf([paragraph(`a${"😀".repeat(5000)}`)]))) {
      expect(chunk.text.isWellFormed()).toBe(true);
      expect(chunk.text.length).toBeLessThanOrEqual(1680);
    }
  });

  test("does not end a sentence at an abbreviation or an initial", () => {
    const text = "Dr. J. Smith met Prof. K. Meyer, e.g. in May. ".repeat(200).trim();
    for (const chunk of chunkDocument(documentOf([paragraph(text)]))) expect(chunk.text).toMatch(/in May\.$/);
  });
});

describe("headings", () => {
  test("makes a section one chunk with its heading's line and path", () => {
    const body = prose(seededRandom(2), 60).slice(0, 1000);
    const document = documentOf([
      heading(1, "Guide"),
      heading(2, "Setup"),
      paragraph(body),
      heading(2, "Use"),
      paragraph(body),
    ]);
    const chunks = chunkDocument(document);
    expect(chunks.map((chunk) => chunk.headings)).toEqual([
      ["Guide", "Setup"],
      ["Guide", "Use"],
    ]);
    expect(chunks[0]?.text).toStartWith("# Guide\n\n## Setup\n\n");
  });

  test("merges small siblings under their common heading path", () => {
    const document = documentOf([
      heading(1, "Terms"),
      heading(2, "A"),
      paragraph("short"),
      heading(2, "B"),
      paragraph("also short"),
      heading(1, "Other"),
      paragraph(prose(seededRandom(2), 60).slice(0, 900)),
    ]);
    const chunks = chunkDocument(document);
    expect(chunks.map((chunk) => chunk.headings)).toEqual([["Terms"], ["Other"]]);
  });

  test("keeps small sections of different parents apart", () => {
    const document = documentOf([
      heading(1, "One"),
      paragraph("intro"),
      heading(2, "A"),
      paragraph("short"),
      heading(1, "Two"),
      paragraph("intro"),
      heading(2, "B"),
      paragraph("short"),
    ]);
    expect(chunkDocument(document).map((chunk) => chunk.headings)).toEqual([
      ["One"],
      ["One", "A"],
      ["Two"],
      ["Two", "B"],
    ]);
  });

  test("groups a thousand small siblings into about half the target; an addition does not shift the groups", () => {
    const random = seededRandom(11);
    const terms = Array.from({ length: 1000 }, (_, index) => [
      heading(2, `Term ${index}`),
      paragraph(prose(random, 1)),
    ]);
    const before = chunkDocument(documentOf(terms.flat())).map((chunk) => chunk.text);
    expect(Math.max(...before.map((text) => text.length))).toBeLessThanOrEqual(600);
    terms.splice(500, 0, [heading(2, "New"), paragraph("A new term.")]);
    const known = new Set(before);
    const after = chunkDocument(documentOf(terms.flat())).map((chunk) => chunk.text);
    expect(after.filter((text) => !known.has(text)).length).toBeLessThanOrEqual(3);
  });
});

test("rows separated from their table's header have it as context", () => {
  const rows = Array.from({ length: 300 }, (_, index) => `${index},value ${index}`);
  const document = documentOf([
    { kind: "table", header: "id | value", page: 4, text: ["id,value", ...rows].join("\n") },
  ]);
  const chunks = chunkDocument(document);
  expect(chunks.length).toBeGreaterThan(2);
  expect(chunks.map((chunk) => chunk.context)).toEqual([
    undefined,
    ...chunks.slice(1).map(() => "id | value"),
  ]);
  expect(chunks.every((chunk) => chunk.place.page === 4)).toBe(true);
});

test("editing one of 500 paragraphs changes at most three chunks", () => {
  for (let seed = 0; seed < 40; seed++) {
    const random = seededRandom(seed);
    const paragraphs = Array.from({ length: 1400 }, () => prose(random, 1 + below(random, 8)));
    const chunk = () => chunkDocument(documentOf(paragraphs.map(paragraph))).map(({ text }) => text);
    const before = chunk();
    expect(before.length).toBeGreaterThan(350);
    const known = new Set(before);
    const at = below(random, paragraphs.length);
    const edits = ["", prose(random, 9), `${paragraphs[at]} ${prose(random, 2)}`, `x${paragraphs[at]}`];
    paragraphs[at] = edits[seed % edits.length] ?? "";
    expect(chunk().filter((text) => !known.has(text)).length).toBeLessThanOrEqual(3);
  }
});

test.each([
  ["one line without spaces", "x".repeat(10_000_000)],
  ["one line of words", "ab ".repeat(3_333_333)],
  ["stops", ". ".repeat(5_000_000)],
  ["empty lines", `a${"\n".repeat(9_999_998)}b`],
  ["pairs", "😀".repeat(5_000_000)],
])(
  "10,000,000 characters of %s are chunked in linear time",
  (_name, text) => {
    const started = performance.now();
    const chunks = chunkDocument({ mimeType: "text/plain", text, blocks: [] });
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(chunks.length).toBeGreaterThan(0);
  },
  30_000,
);

test("millions of blocks, headings and rows are chunked in linear time", () => {
  const count = 1_000_000;
  for (const kind of ["paragraph", "heading", "table"] as const) {
    const text = "ab\n".repeat(count);
    const spans = Array.from({ length: count }, (_, index) => ({ start: index * 3, end: index * 3 + 2 }));
    const blocks =
      kind === "table"
        ? [{ kind, start: 0, end: text.length, rows: spans }]
        : spans.map((span, index) => ({ ...span, kind, level: 1 + (index % 6) }));
    const started = performance.now();
    expect(chunkDocument({ mimeType: "text/plain", text, blocks }).length).toBeGreaterThan(1000);
    expect(performance.now() - started).toBeLessThan(15_000);
  }
}, 120_000);
