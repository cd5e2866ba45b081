const DELIMITERS = [",", ";", "\t", "|"];
const SAMPLE_CHARS = 65_536;
const SAMPLE_RECORDS = 20;
/** Bounds of a table that is shown. */
export const MAX_ROWS = 10_000;
export const MAX_COLUMNS = 100;
/** A quoted field is not this long: its quote was never closed. */
const MAX_QUOTED_CHARS = 100_000;

/** The records of a file as a table. */
export interface RecordTable {
  /** The first record, or the letters of a sheet's columns. */
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly columnCount: number;
  /** True if the table leaves out rows or columns. */
  readonly isPart: boolean;
}

/**
 * Reads delimited text as a table of bounded size.
 * @param delimiter Undefined to guess it.
 * @param isCut The text ends somewhere within a record, which is left out.
 */
export function readTable(
  source: string,
  { delimiter, isCut }: { readonly delimiter: string | undefined; readonly isCut: boolean },
): RecordTable {
  const text = source.replace(/^\ufeff/, "").replaceAll(/\r\n?/g, "\n");
  const records = readRecords(text, delimiter ?? guessDelimiter(text), MAX_ROWS + 2);
  const isWhole = records.length <= MAX_ROWS + 1;
  if (!isWhole || (isCut && records.length > 1)) records.pop();
  const columns = records.reduce((most, { length }) => Math.max(most, length), 0);
  const [header = [], ...rows] = records.map((record) => record.slice(0, MAX_COLUMNS));
  return {
    header,
    rows,
    columnCount: Math.min(columns, MAX_COLUMNS),
    isPart: !isWhole || columns > MAX_COLUMNS,
  };
}

/** The delimiter that divides the first records into the same number of fields, more than one. */
function guessDelimiter(text: string): string {
  const sample = text.slice(0, SAMPLE_CHARS);
  let best = { delimiter: ",", score: 0 };
  for (const delimiter of DELIMITERS) {
    const widths = readRecords(sample, delimiter, SAMPLE_RECORDS).map(({ length }) => length);
    const [width = 1] = widths;
    const score = width === 1 ? 0 : widths.filter((each) => each === width).length / widths.length;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** Reads records, except empty ones. A quote that is not closed is an ordinary character, as all quotes behind it. */
function readRecords(text: string, delimiter: string, maxRecords: number): string[][] {
  const records: string[][] = [];
  let hasQuotes = true;
  for (let at = 0; at < text.length && records.length < maxRecords; ) {
    const fields: string[] = [];
    for (let isLast = false; !isLast; ) {
      const quoted: Field | undefined = hasQuotes ? readQuoted(text, at, delimiter) : undefined;
      const field: Field = quoted ?? plainField(text, at, delimiter);
      hasQuotes &&= !field.isUnclosed;
      fields.push(field.value);
      isLast = text[field.end] !== delimiter;
      at = field.end + 1;
    }
    if (fields.length > 1 || fields[0] !== "") records.push(fields);
  }
  return records;
}

interface Field {
  readonly value: string;
  readonly end: number;
  readonly isUnclosed?: boolean;
}

/** A field in quotes; undefined if it has none. */
function readQuoted(text: string, start: number, delimiter: string): Field | undefined {
  if (text[start] !== '"') return undefined;
  let value = "";
  for (let at = start + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote === -1 || quote - start > MAX_QUOTED_CHARS)
      return { ...plainField(text, start, delimiter), isUnclosed: true };
    value += text.slice(at, quote);
    at = quote + 1;
    if (text[at] !== '"') {
      const rest = plainField(text, at, delimiter);
      return { value: value + rest.value, end: rest.end };
    }
    value += '"';
    at += 1;
  }
}

function plainField(text: string, start: number, delimiter: string): Field {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== "\n") end += 1;
  return { value: text.slice(start, end), end };
}
