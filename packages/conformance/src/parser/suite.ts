import {
  type ParsedDocument,
  type ParseInput,
  type ParseProgress,
  type Parser,
  QuarryError,
} from "@quarry/core";
import { rejection } from "../rejection.ts";
import type { Runner } from "../runner.ts";
import { documentFaults } from "./document-faults.ts";

/** Creates a parser; called once per test. */
export type ParserFactory = () => Promise<Parser>;

/** A file with its expected content. */
export interface ParserSample {
  readonly filename: string;
  readonly bytes: Uint8Array;
  /** Texts that the extracted text must contain, in reading order. */
  readonly contains: readonly string[];
  /** Plain text of the headings, in order. Unchecked by default. */
  readonly headings?: readonly string[];
  /** Texts of rows of tables, in order. Unchecked by default. */
  readonly rows?: readonly string[];
}

/** Options of the parser suite. */
export interface ParserOptions {
  /** Valid files, at least one, by name of the test. */
  readonly samples: Readonly<Record<string, ParserSample>>;
  /** Files that the parser must reject, by name of the test. */
  readonly broken?: Readonly<Record<string, Pick<ParserSample, "filename" | "bytes">>>;
  /** Timeout per test. Default one minute. */
  readonly timeoutMs?: number;
}

/**
 * Tests a parser against its port's contract.
 * @param runner Your test runner's `describe`, `test` and `expect`.
 */
export function parserSuite(
  { describe, test, expect }: Runner,
  factory: ParserFactory,
  { samples, broken = {}, timeoutMs = 60_000 }: ParserOptions,
): void {
  const check = (name: string, body: (parser: Parser) => Promise<void>) =>
    test(name, async () => body(await factory()), timeoutMs);

  describe("parser: itself", () =>
    check("declares MIME types in lower case without parameters", async ({ mimeTypes }) => {
      expect(mimeTypes.length).toBeGreaterThanOrEqual(1);
      expect(mimeTypes.filter((type) => !/^[a-z0-9.+-]+\/[a-z0-9.+-]+$/.test(type))).toEqual([]);
    }));

  for (const [name, sample] of Object.entries(samples))
    describe(`parser: ${name}`, () => {
      const input = (): ParseInput => ({ bytes: sample.bytes.slice(), filename: sample.filename });

      check("extracts text and structure", async (parser) => {
        const parsed = await parser.parse(input());
        expect(parser.mimeTypes.includes(parsed.mimeType)).toEqual(true);
        expect(documentFaults(parsed)).toEqual([]);
        expect(missingTexts(parsed.text, sample.contains)).toEqual([]);
        if (sample.headings) expect(headingsOf(parsed)).toEqual([...sample.headings]);
        if (sample.rows) expect(rowsOf(parsed)).toEqual([...sample.rows]);
      });

      check("returns the same document again, also concurrently", async (parser) => {
        const first = await parser.parse(input());
        const others = await Promise.all([parser.parse(input()), parser.parse(input())]);
        for (const other of others) expect(other).toEqual(first);
      });

      check("does not modify the file's bytes", async (parser) => {
        const { bytes, filename } = input();
        await parser.parse({ bytes, filename });
        expect(bytes.every((byte, at) => byte === sample.bytes[at])).toEqual(true);
      });

      check("reports progress that never decreases", async (parser) => {
        const reports: ParseProgress[] = [];
        await parser.parse({ ...input(), onProgress: (progress) => reports.push({ ...progress }) });
        expect(progressFaults(reports)).toEqual([]);
      });

      check("parses or rejects damaged copies", async (parser) => {
        for (const bytes of damaged(sample.bytes))
          await expectParsedOrRejected(parser, { ...input(), bytes });
      });
    });

  describe("parser: broken files", () => {
    for (const [name, file] of Object.entries(broken))
      check(`rejects ${name}`, async (parser) => {
        const reason = await rejection(parser.parse(file));
        expect(QuarryError.isInstance(reason) ? reason.code : reason).toEqual("invalid_request");
        expect(QuarryError.isInstance(reason) && reason.message.length >= 10).toEqual(true);
      });
  });

  /** Damaged files may still be readable, but must not fail with anything but a QuarryError. */
  async function expectParsedOrRejected(parser: Parser, input: ParseInput): Promise<void> {
    const outcome = await parser.parse(input).then(
      (parsed) => documentFaults(parsed),
      (reason: unknown) => (QuarryError.isInstance(reason) ? reason.code : reason),
    );
    if (outcome !== "invalid_request") expect(outcome).toEqual([]);
  }
}

/** A truncated copy, one with flipped bytes in the middle, and an empty file. */
function damaged(bytes: Uint8Array): Uint8Array[] {
  const flipped = bytes.slice();
  const middle = Math.floor(bytes.length / 2);
  for (let at = middle; at < Math.min(bytes.length, middle + 20); at += 1)
    flipped[at] = 255 - (flipped[at] ?? 0);
  return [bytes.slice(0, middle), flipped, new Uint8Array()];
}

function missingTexts(text: string, expected: readonly string[]): string[] {
  let from = 0;
  return expected.filter((each) => {
    const at = text.indexOf(each, from);
    if (at >= 0) from = at + each.length;
    return at < 0;
  });
}

function headingsOf({ text, blocks }: ParsedDocument): string[] {
  return blocks
    .filter(({ kind }) => kind === "heading")
    .map(({ title, start, end }) => title ?? text.slice(start, end));
}

function rowsOf({ text, blocks }: ParsedDocument): string[] {
  return blocks.flatMap(({ rows = [] }) => rows.map(({ start, end }) => text.slice(start, end)));
}

function progressFaults(reports: readonly ParseProgress[]): string[] {
  const counts = reports.map((report) =>
    "bytesDone" in report
      ? { stage: report.stage, unit: "bytes", done: report.bytesDone, total: report.bytesTotal }
      : { stage: report.stage, unit: "pages", done: report.pagesDone, total: report.pagesTotal },
  );
  return counts.flatMap(({ stage, unit, done, total }, at) => {
    const before = counts[at - 1];
    const faults: string[] = [];
    if (done < 0 || done > total) faults.push(`${done} of ${total} ${unit} are done`);
    if (before?.stage === stage && before.unit === unit && before.done > done)
      faults.push(`${unit}Done decreases from ${before.done} to ${done}`);
    return faults;
  });
}
