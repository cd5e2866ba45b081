import { type Block, type ParsedDocument, type Parser, QuarryError } from "@quarry/core";
import { markdownParser } from "@quarry/parsers";
import type { Broken } from "./expect-red.ts";

const broken = (name: string, group: string, change: Partial<Parser>): Broken<Parser> => ({
  name,
  group,
  create: () => ({ ...markdownParser, ...change }),
});

/** Changes the parsed document. */
const parsing = (change: (parsed: ParsedDocument) => Partial<ParsedDocument>): Partial<Parser> => ({
  async parse(input) {
    const parsed = await markdownParser.parse(input);
    return { ...parsed, ...change(parsed) };
  },
});

/** Changes every block. */
const blocks = (change: (block: Block) => object) =>
  parsing((parsed) => ({ blocks: parsed.blocks.map((block) => ({ ...block, ...change(block) }) as Block) }));

/** Changes blocks of one kind. */
const blocksOf = (kind: Block["kind"], change: (block: Block) => object) =>
  blocks((block) => (block.kind === kind ? change(block) : {}));

let parses = 0;

/** Parsers with one fault each. */
export const brokenParsers: readonly Broken<Parser>[] = [
  broken("declares no MIME type", "itself", { mimeTypes: [] }),
  broken("declares a MIME type with parameters", "itself", { mimeTypes: ["text/markdown; charset=utf-8"] }),
  broken(
    "returns another MIME type",
    "a handbook",
    parsing(() => ({ mimeType: "text/x-other" })),
  ),
  broken(
    "loses the end of the text",
    "a handbook",
    parsing(({ text }) => ({ text: text.slice(0, -20), blocks: [] })),
  ),
  broken(
    "does not recognize headings",
    "a handbook",
    blocksOf("heading", () => ({ kind: "paragraph", level: undefined, title: undefined })),
  ),
  broken(
    "does not recognize rows",
    "a handbook",
    blocksOf("table", () => ({ rows: undefined })),
  ),
  broken(
    "returns overlapping blocks",
    "a handbook",
    blocks(({ end }) => ({ end: end + 3 })),
  ),
  broken(
    "returns blocks in reverse order",
    "a handbook",
    parsing((parsed) => ({ blocks: parsed.blocks.toReversed() })),
  ),
  broken(
    "returns empty blocks",
    "a handbook",
    blocks(({ start }) => ({ end: start })),
  ),
  broken(
    "returns levels from 0",
    "a handbook",
    blocksOf("heading", ({ level = 1 }) => ({ level: level - 1 })),
  ),
  broken(
    "returns pages from 0",
    "a handbook",
    blocks(() => ({ page: 0 })),
  ),
  broken(
    "returns rows outside of their table",
    "a handbook",
    blocksOf("table", ({ rows = [] }) => ({
      rows: rows.map(({ start, end }) => ({ start: start + 40, end: end + 40 })),
    })),
  ),
  broken(
    "returns a confidence in percent",
    "a handbook",
    blocks(() => ({ ocr: true, confidence: 95 })),
  ),
  broken(
    "returns another document each time",
    "a handbook",
    parsing(() => {
      parses += 1;
      return { title: `Document ${parses}` };
    }),
  ),
  broken("modifies the file's bytes", "a handbook", {
    async parse(input) {
      const parsed = await markdownParser.parse(input);
      input.bytes.fill(0);
      return parsed;
    },
  }),
  broken("reports more pages than there are", "a handbook", {
    parse(input) {
      input.onProgress?.({ stage: "reading", pagesDone: 2, pagesTotal: 1 });
      return markdownParser.parse(input);
    },
  }),
  broken("reports decreasing progress", "a handbook", {
    parse(input) {
      for (const pagesDone of [2, 1]) input.onProgress?.({ stage: "reading", pagesDone, pagesTotal: 3 });
      return markdownParser.parse(input);
    },
  }),
  broken("fails with a TypeError on an empty file", "a handbook", {
    async parse(input) {
      if (input.bytes.length === 0) throw new TypeError("Cannot read properties of undefined");
      return markdownParser.parse(input);
    },
  }),
  broken("parses broken files", "broken files", {
    parse: (input) =>
      markdownParser
        .parse(input)
        .catch(() => ({ mimeType: "text/markdown", text: "", blocks: [] }) satisfies ParsedDocument),
  }),
  broken("reports a broken file as unavailable", "broken files", {
    parse: (input) =>
      markdownParser.parse(input).catch(() => {
        throw new QuarryError("unavailable", "The parser is not available. Try again later.");
      }),
  }),
];
