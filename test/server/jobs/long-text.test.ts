import { afterAll, expect, test } from "bun:test";
import type { ParseProgress } from "@quarry/core";
import { createParserRegistry } from "@quarry/parsers";
import { PIECE_BYTES } from "../../../server/src/ingest/prepare/long-text.ts";
import { createPreparer, type Preparer } from "../../../server/src/ingest/prepare/preparer.ts";
import { largeText } from "../../support/large-files/large-text.ts";

const MAX_TEXT_CHARS = 20_000_000;
const MAX_MEMORY_BYTES = 400_000_000;

const preparer: Preparer = createPreparer(
  createParserRegistry(),
  {
    ...{ count: 1, ocr: {}, stallMs: 60_000, timeoutMs: 120_000 },
    ...{ maxTextChars: MAX_TEXT_CHARS, maxMemoryBytes: MAX_MEMORY_BYTES },
    environment: { PATH: process.env.PATH ?? "" },
  },
  { error: () => {} },
);
afterAll(() => preparer.close());

async function prepare(text: string, reports: ParseProgress[] = []) {
  const bytes = new TextEncoder().encode(text);
  const open = async () =>
    (async function* () {
      for (let at = 0; at < bytes.length; at += 1_000_000) yield bytes.subarray(at, at + 1_000_000);
    })();
  const file = { filename: "a.txt", declaredMimeType: undefined, chunking: null, size: bytes.length, open };
  return preparer.prepare(file, (progress) => void reports.push(progress));
}

test("a long text is read in pieces, with progress, and stays as it is", async () => {
  const text = `${Buffer.concat([...largeText(2 * PIECE_BYTES)])}The end.\n`;
  const reports: ParseProgress[] = [];
  const document = await prepare(text, reports);
  expect(document.text === text).toBe(true);
  expect([document.mimeType, document.indexingType, document.warnings]).toEqual(["text/plain", "text", []]);
  let last = 0;
  for (const { content, metadata } of document.chunks) {
    expect(text.slice(Number(metadata.start), Number(metadata.end)) === content).toBe(true);
    expect(text.slice(last, Number(metadata.start)).trim()).toBe("");
    last = Number(metadata.end);
  }
  expect(text.slice(last).trim()).toBe("");
  const done = reports.flatMap((report) => ("bytesDone" in report ? [report.bytesDone] : []));
  expect(done.length).toBeGreaterThanOrEqual(2);
  expect(done).toEqual(done.toSorted((a, b) => a - b));
  expect(done.at(-1)).toBe(Buffer.byteLength(text));
}, 60_000);

test.each([
  ["without line ends", `${"ä€😀".repeat(1_000_000)}`],
  ["with lines of Windows", "one line\r\n".repeat(1_000_000)],
  ["with pieces of white space", `start${" \n".repeat(6_000_000)}end`],
  ["that looks like a page in the middle", `${"text\n".repeat(1_700_000)}<!doctype html><p>not a page\n`],
])(
  "a long text %s is read whole",
  async (_, text) => {
    const words = (own: string) => own.split(/\s+/).filter(Boolean).join(" ");
    const { text: read } = await prepare(text);
    expect(words(read) === words(text)).toBe(true);
  },
  60_000,
);

test("a text that is too long is refused with the limit, and the process reads the next file", async () => {
  const text = "word ".repeat(MAX_TEXT_CHARS / 5 + 3_000_000);
  await expect(prepare(text)).rejects.toThrow("more than 20,000,000 characters of text");
  await expect(prepare(" ".repeat(PIECE_BYTES + 1))).rejects.toThrow("holds no text");
  expect((await prepare("x".repeat(100_000))).text).toHaveLength(100_000);
}, 60_000);
