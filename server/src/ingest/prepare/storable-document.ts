import { type Block, type ParsedDocument, QuarryError } from "@quarry/core";
import { storableLine, storableText } from "@quarry/core/internal";

/**
 * Makes every string of a parser's result storable: the one guard between parsers and the database. Parsers pass on what
 * files and libraries hold, such as NUL or half a surrogate pair, which PostgreSQL refuses. The text keeps its length, and
 * no block or row begins or ends within a surrogate pair.
 * @throws QuarryError `invalid_request` if no text is left.
 */
export function storableDocument({
  mimeType,
  text,
  blocks,
  title,
  warnings,
  layout,
}: ParsedDocument): ParsedDocument {
  const storable = storableText(text);
  if (!/\S/.test(storable))
    throw new QuarryError(
      "invalid_request",
      "The file holds no text, only control characters. Send a file that contains text, or send the text itself.",
    );
  return {
    mimeType: storableLine(mimeType),
    text: storable,
    blocks: blocks.flatMap((block) => storableBlock(storable, block)),
    ...filled("title", title),
    ...(layout ? { layout } : {}),
    ...(warnings ? { warnings: warnings.map(storableLine).filter((warning) => warning !== "") } : {}),
  };
}

function storableBlock(text: string, block: Block): Block[] {
  const { title, header, sheet, rows, ...rest } = block;
  const span = wholeCharacters(text, rest);
  return span.map((own) => ({
    ...own,
    ...(rows ? { rows: rows.flatMap((row) => wholeCharacters(text, row)) } : {}),
    ...filled("title", title),
    ...filled("header", header),
    // An empty name still separates the sheet from its neighbours.
    ...(sheet === undefined ? {} : { sheet: storableText(sheet) }),
  }));
}

/** The range, moved so that it splits no surrogate pair. Nothing if it holds no character. */
function wholeCharacters<Range extends { readonly start: number; readonly end: number }>(
  text: string,
  range: Range,
): Range[] {
  const start = characterStart(text, range.start);
  const end = characterStart(text, range.end);
  if (start === range.start && end === range.end) return [range];
  return start < end ? [{ ...range, start, end }] : [];
}

/** The position, or the one before it if it is in the middle of a surrogate pair. In a well-formed text each low surrogate ends a pair. */
function characterStart(text: string, position: number): number {
  return (text.charCodeAt(position) & 0xfc00) === 0xdc00 ? position - 1 : position;
}

/** The field with its storable line, unless nothing is left of it. */
function filled<Name extends string>(name: Name, value: string | undefined): { [Key in Name]?: string } {
  const line = storableLine(value ?? "");
  return (line === "" ? {} : { [name]: line }) as { [Key in Name]?: string };
}
