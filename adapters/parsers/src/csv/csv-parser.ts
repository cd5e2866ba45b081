import type { Block, ParsedDocument, ParseInput, Parser } from "@quarry/core";
import Papa from "papaparse";
import { assertTextLength, parsedDocument, truncateLine } from "../document/parsed-document.ts";
import { withWarnings } from "../document/with-warnings.ts";
import { readText } from "../text/decode-text.ts";

type Row = NonNullable<Block["rows"]>[number];

export const TSV = "text/tab-separated-values";

const SAMPLE_CHARS = 65_536;
const HEADER_MAX_CHARS = 500;

/** Parses CSV: the text is the source, with one table that has a row per record. Detects the delimiter. */
export const csvParser: Parser = {
  mimeTypes: ["text/csv"],
  async parse(input: ParseInput): Promise<ParsedDocument> {
    return parseRecords("text/csv", input);
  },
};

/** Parses tab-separated values like {@link csvParser}. */
export const tsvParser: Parser = {
  mimeTypes: [TSV],
  async parse(input: ParseInput): Promise<ParsedDocument> {
    return parseRecords(TSV, input, "\t");
  },
};

function parseRecords(
  mimeType: string,
  { bytes, declaredCharset }: ParseInput,
  delimiter?: string,
): ParsedDocument {
  const { text, warnings } = readText(bytes, declaredCharset);
  assertTextLength(text);
  const { rows, header, openQuoteAt } = recordsOf(text, delimiter ?? delimiterOf(text));
  const first = rows[0];
  const last = rows.at(-1);
  const table: Block[] =
    first && last
      ? [{ kind: "table", start: first.start, end: last.end, rows, ...(header ? { header } : {}) }]
      : [];
  return withWarnings(parsedDocument(mimeType, text, table), [...warnings, ...openQuote(text, openQuoteAt)]);
}

/** Guesses the delimiter from a sample, because the guess parses its input once per candidate. */
function delimiterOf(text: string): string {
  const sample = text.slice(0, SAMPLE_CHARS);
  return Papa.parse(sample, {
    newline: "\n",
    preview: 10,
    skipEmptyLines: true,
    delimitersToGuess: [",", ";", "\t", "|"],
  }).meta.delimiter;
}

/** Says where a quote is opened and never closed. */
function openQuote(text: string, at: number | undefined): string[] {
  if (at === undefined) return [];
  const line = text.slice(0, at).split("\n").length;
  return [
    `A quote in the record at line ${line.toLocaleString("en-US")} is not closed; from there on, each line was read as a row.`,
  ];
}

interface Records {
  readonly rows: Row[];
  readonly header: string | undefined;
  /** The start of a record with a quote that is not closed. */
  readonly openQuoteAt: number | undefined;
}

function recordsOf(text: string, delimiter: string): Records {
  const rows: Row[] = [];
  let header: string | undefined;
  let start = 0;
  let openQuoteAt: number | undefined;
  Papa.parse(text, {
    delimiter,
    newline: "\n",
    step: ({ data, errors, meta }) => {
      const end = Math.max(start, meta.cursor);
      // An unclosed quote swallows the rest of the file: treat each remaining line as a record.
      const unclosed = errors.some((error) => error.code === "MissingQuotes");
      if (unclosed) openQuoteAt ??= start;
      const pieces = unclosed ? linesOf(text, start, end) : [{ start, end }];
      for (const piece of pieces) {
        const row = withoutLineEnd(text, piece);
        if (row.start === row.end || !/\S/.test(text.slice(row.start, row.end))) continue;
        if (rows.length === 0 && !unclosed) header = headerOf(data);
        rows.push(row);
      }
      start = end;
    },
  });
  return { rows, header, openQuoteAt };
}

function headerOf(fields: readonly string[]): string | undefined {
  const names = fields.slice(0, HEADER_MAX_CHARS).map((field) => truncateLine(field, 100));
  return truncateLine(names.join(" | "), HEADER_MAX_CHARS) || undefined;
}

function linesOf(text: string, start: number, end: number): Row[] {
  const lines: Row[] = [];
  for (let at = start; at < end; ) {
    const newline = text.indexOf("\n", at);
    const next = newline === -1 ? end : Math.min(end, newline + 1);
    lines.push({ start: at, end: next });
    at = next;
  }
  return lines;
}

function withoutLineEnd(text: string, row: Row): Row {
  return text[row.end - 1] === "\n" ? { start: row.start, end: row.end - 1 } : row;
}
