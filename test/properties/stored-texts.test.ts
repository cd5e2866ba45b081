import { afterAll, describe, expect, test } from "bun:test";
import { type ParsedDocument, type ParserRegistry, QuarryError } from "@quarry/core";
import { createParserRegistry } from "@quarry/parsers";
import fc from "fast-check";
import { type PreparedDocument, prepareDocument } from "../../server/src/ingest/prepare/prepare-document.ts";
import { createPreparer } from "../../server/src/ingest/prepare/preparer.ts";
import { isFullScale } from "../support/scale.ts";
import { FILE_SAMPLES } from "./file-samples.ts";

// The strings that reach the database can be stored, for any file and any result of a parser.

/** Changed files of each sample. `QUARRY_TEST_SCALE=full` tries more. */
const RUNS = isFullScale ? 150 : 60;

/** How formats write NUL, other controls and half a surrogate pair. */
const HOSTILE = [
  "\0",
  "\x01",
  "\x1b[31m",
  "\x7f",
  "\xc2\x85",
  "\xed\xa0\x80",
  "\xf0\x9f\x98",
  "&#0;",
  "&#1;",
  "&#x85;",
  "&#xd83d;",
  "\\u0000",
  "\\ud800",
  "\\u-10179?",
  "\\u-8704?",
  "\\u0?",
  "\\u1?",
  "\\'00",
  "\\'03",
  "\\000",
  "\\033",
  "=00",
  "=1B",
  "=?utf-8?Q?a=00=1B?=",
  "<![CDATA[\x02]]>",
].map((text) => Uint8Array.from(text, (char) => char.charCodeAt(0)));

interface Edit {
  /** Where in the file, in ten-thousandths of its length. */
  readonly place: number;
  readonly removed: number;
  readonly inserted: Uint8Array;
}

const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({
    place: fc.noBias(fc.nat(10_000)),
    removed: fc.constantFrom(0, 0, 0, 1, 2, 20),
    inserted: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
      fc.uint8Array({ maxLength: 3 }),
    ),
  }),
  { minLength: 1, maxLength: 6 },
);

function mutated(source: Uint8Array, changes: readonly Edit[]): Uint8Array {
  let bytes = source;
  for (const { place, removed, inserted } of changes) {
    const at = Math.floor((place / 10_000) * bytes.length);
    bytes = Uint8Array.from([...bytes.subarray(0, at), ...inserted, ...bytes.subarray(at + removed)]);
  }
  return bytes;
}

/** The strings of a value, at any depth, that cannot be stored or that hold control characters. */
function unstorable(value: unknown): string[] {
  if (typeof value === "string")
    return value.isWellFormed() && !/(?![\t\n])\p{Cc}/u.test(value) ? [] : [JSON.stringify(value)];
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap((entry) => entry.flatMap(unstorable))
    : [];
}

function expectStorable({ text, chunks, outline, ...rest }: PreparedDocument): void {
  expect(unstorable({ text, chunks, outline, rest })).toEqual([]);
  for (const { content, metadata } of chunks)
    expect(text.slice(Number(metadata.start), Number(metadata.end))).toBe(content);
  for (const { start, end, firstChunk, lastChunk } of outline) {
    expect(start).toBeLessThan(end);
    expect(end).toBeLessThanOrEqual(text.length);
    expect(lastChunk).toBeLessThan(chunks.length);
    expect(firstChunk).toBeLessThanOrEqual(lastChunk);
  }
}

const prepare = (parsers: ParserRegistry, filename: string, bytes: Uint8Array) =>
  prepareDocument(parsers, { filename, bytes, declaredMimeType: undefined, chunking: null });

// Reads binary formats in a process of their own, like the service.
const preparer = createPreparer(
  createParserRegistry(),
  {
    count: 1,
    ocr: {},
    stallMs: 60_000,
    timeoutMs: 60_000,
    maxMemoryBytes: 1_500_000_000,
    environment: { PATH: process.env.PATH ?? "" },
  },
  { error: () => undefined },
);
afterAll(() => preparer.close());

function read(filename: string, bytes: Uint8Array): Promise<PreparedDocument> {
  const open = async () => new Blob([bytes.slice()]).stream();
  return preparer.prepare({
    filename,
    declaredMimeType: undefined,
    chunking: null,
    size: bytes.length,
    open,
  });
}

/** Reads a file that its parser may refuse, for a reason of the file's own. */
async function readIfReadable(filename: string, bytes: Uint8Array): Promise<PreparedDocument | undefined> {
  return read(filename, bytes).catch((error: unknown) => {
    if (!QuarryError.isInstance(error) || error.code !== "invalid_request") throw error;
    expect(error.message).not.toContain("crashed");
    return undefined;
  });
}

describe.each(FILE_SAMPLES.map((sample) => [sample.filename, sample] as const))("%s", (filename, sample) => {
  test("is read unchanged", async () => {
    expectStorable(await read(filename, sample.pack(sample.source)));
  });

  test("with hostile bytes in it is read as storable text, or refused", async () => {
    let reads = 0;
    await fc.assert(
      fc.asyncProperty(edits, async (changes) => {
        const document = await readIfReadable(filename, sample.pack(mutated(sample.source, changes)));
        if (document) expectStorable(document);
        if (document) reads += 1;
      }),
      // A busy machine reads fewer of them.
      { numRuns: RUNS, interruptAfterTimeLimit: 60_000 },
    );
    // Otherwise the property says nothing.
    expect(reads).toBeGreaterThan(0);
  }, 120_000);
});

/** Any string, with plenty of controls and lone surrogates. */
const anyUnits = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xa0 }), fc.integer({ min: 0xd800, max: 0xdfff })), {
    minLength: 1,
    maxLength: 12,
  })
  .map((codes) => String.fromCharCode(...codes));

test("any strings that a parser returns become storable, and the text keeps its length", async () => {
  const pieces = fc.array(fc.record({ text: anyUnits, title: anyUnits, header: anyUnits, sheet: anyUnits }), {
    minLength: 1,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(pieces, anyUnits, async (parts, title) => {
      let text = "";
      const blocks = parts.map((part, at) => {
        const start = text.length;
        text += part.text;
        const place = { start, end: text.length, sheet: part.sheet };
        return at % 2 === 0
          ? { ...place, kind: "heading" as const, level: 1, title: part.title }
          : { ...place, kind: "table" as const, header: part.header };
      });
      text += " end";
      const parsed: ParsedDocument = { mimeType: "text/plain", text, blocks, title, warnings: [title] };
      const parser: ParserRegistry = { typeOf: () => "text/plain", parse: async () => parsed };
      const document = await prepare(parser, "a", new Uint8Array());
      expectStorable(document);
      expect(document.text).toHaveLength(text.length);
    }),
    { numRuns: 300 },
  );
});

test("a file of control characters alone holds no text", async () => {
  const parsed: ParsedDocument = { mimeType: "text/plain", text: "\x01\x02", blocks: [] };
  const parser: ParserRegistry = { typeOf: () => "text/plain", parse: async () => parsed };
  await expect(prepare(parser, "a", new Uint8Array())).rejects.toThrow("holds no text");
});
