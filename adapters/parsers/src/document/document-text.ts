import type { Block, BlockKind, PageLayout, ParsedDocument, Place, PlacedText, TableRow } from "@quarry/core";
import { assertLength, parsedDocument, truncateLine } from "./parsed-document.ts";

const HEADER_MAX_CHARS = 500;
const CELL_SEPARATOR = " | ";

/** A table row. */
export interface CellRow {
  readonly cells: readonly string[];
  /** 1-based row number in the sheet. */
  readonly row?: number;
  /** Places of the cells' texts on the page, as offsets into each cell, which has no white space at its ends or repeated. */
  readonly places?: readonly (readonly PlacedText[])[];
}

/** A table whose rows are added one by one. */
export interface OpenTable {
  /** Adds a row; an empty one is left out. */
  add(row: CellRow): void;
  /** Ends the table. `header` holds the column names. */
  end(header?: readonly string[]): void;
}

/** Builds a document's text block by block, with an empty line between blocks. */
export class DocumentText {
  /** The page, slide or sheet of the blocks added next. */
  place: Place = {};
  readonly #blocks: Block[] = [];
  readonly #layout: (PageLayout & { readonly texts: PlacedText[] })[] = [];
  readonly #parts: string[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Starts a page, for texts whose places on it are known. */
  startPage(page: number, { width, height }: { readonly width: number; readonly height: number }): void {
    this.place = { page };
    this.#layout.push({ page, width, height, texts: [] });
  }

  /** @param places Places of parts of `text` on the page, with offsets into `text`. */
  add(kind: Exclude<BlockKind, "heading" | "table">, text: string, places: readonly PlacedText[] = []): void {
    const start = this.#start(text);
    if (start === undefined) return;
    this.#blocks.push({ kind, ...this.#end(start, text), ...this.place });
    this.#place(start, places);
  }

  /** @param places As in `add`; `text` has no white space at its ends and none that is longer than one character. */
  heading(level: number, text: string, places: readonly PlacedText[] = []): void {
    const line = text.replace(/\s+/g, " ").trim();
    const start = this.#start(line);
    if (start === undefined) return;
    this.#place(start, places);
    const title = truncateLine(line);
    this.#blocks.push({ kind: "heading", level, title, ...this.#end(start, line), ...this.place });
  }

  /** The text of the last block, if it is a paragraph that was not recognized in an image. */
  get lastParagraph(): string | undefined {
    const { kind, ocr } = this.#blocks.at(-1) ?? {};
    return kind === "paragraph" && !ocr ? this.#parts.at(-1) : undefined;
  }

  /**
   * Adds text to the last paragraph, e.g. what follows on the next page.
   * @param separator What stands before it; `unhyphenated` if the hyphen at the end of the paragraph goes.
   * @param places As in `add`.
   */
  continueParagraph(
    separator: "" | " " | "unhyphenated",
    text: string,
    places: readonly PlacedText[] = [],
  ): void {
    const block = this.#blocks.at(-1);
    if (!block) return;
    if (separator === "unhyphenated") this.#dropLastCharacter();
    else this.#push(separator);
    this.#place(this.#length, places);
    this.#blocks[this.#blocks.length - 1] = { ...block, ...this.#end(block.start, text) };
  }

  /** Adds a table, one line per row and cells separated by ` | `. `header` holds the column names. */
  table(rows: readonly CellRow[], header?: readonly string[]): void {
    const table = this.openTable();
    for (const row of rows) table.add(row);
    table.end(header);
  }

  /** Starts a table whose rows follow one by one. Nothing else may be added before its end. */
  openTable(): OpenTable {
    const rows: TableRow[] = [];
    return {
      add: ({ cells, row, places = [] }) => {
        const line = lineOf(cells);
        if (line === "") return;
        if (rows.length > 0) this.#push("\n");
        else this.#start(line);
        const start = this.#length;
        this.#push(line);
        let cellStart = start;
        for (const [at, cell] of cells.entries()) {
          this.#place(cellStart, places[at] ?? []);
          cellStart += cell.length + CELL_SEPARATOR.length;
        }
        rows.push({ start, end: this.#length, ...(row === undefined ? {} : { row }) });
      },
      end: (header) => {
        const first = rows[0];
        if (!first) return;
        this.#blocks.push({
          kind: "table",
          start: first.start,
          end: this.#length,
          rows,
          ...(header ? { header: truncateLine(lineOf(header), HEADER_MAX_CHARS) } : {}),
          ...this.place,
        });
      },
    };
  }

  /** Adds a text with its own blocks, such as a chapter. */
  append(text: string, blocks: readonly Block[]): void {
    const start = this.#start(text);
    if (start === undefined) return;
    this.#push(text);
    for (const block of blocks)
      this.#blocks.push({
        ...block,
        start: block.start + start,
        end: block.end + start,
        ...(block.rows
          ? { rows: block.rows.map((row) => ({ ...row, start: row.start + start, end: row.end + start })) }
          : {}),
        ...this.place,
      });
  }

  /**
   * Returns the document.
   *
   * @throws QuarryError `invalid_request` if the document has no text, or too much.
   */
  finish(
    mimeType: string,
    { title, warnings = [] }: { title?: string; warnings?: readonly string[] } = {},
  ): ParsedDocument {
    const document = parsedDocument(mimeType, this.#parts.join(""), this.#blocks, title);
    const layout = this.#layout.filter(({ texts }) => texts.length > 0);
    return {
      ...document,
      ...(layout.length > 0 ? { layout } : {}),
      ...(warnings.length > 0 ? { warnings } : {}),
    };
  }

  #dropLastCharacter(): void {
    this.#parts.push((this.#parts.pop() ?? "").slice(0, -1));
    this.#length -= 1;
    const texts = this.#layout.findLast((page) => page.texts.length > 0)?.texts;
    const last = texts?.pop();
    if (last) texts?.push({ ...last, end: Math.min(last.end, this.#length) });
  }

  #place(offset: number, places: readonly PlacedText[]): void {
    const texts = this.#layout.at(-1)?.texts;
    for (const { start, end, ...place } of places)
      texts?.push({ start: start + offset, end: end + offset, ...place });
  }

  /** Returns the offset at which a block with this text starts, or undefined if the text is blank. */
  #start(text: string): number | undefined {
    if (!/\S/.test(text)) return undefined;
    if (this.#length > 0) this.#push("\n\n");
    return this.#length;
  }

  #end(start: number, text: string): { start: number; end: number } {
    this.#push(text);
    return { start, end: this.#length };
  }

  #push(part: string): void {
    this.#parts.push(part);
    this.#length += part.length;
    assertLength(this.#length);
  }
}

/** Joins a row's cells on one line, without trailing empty cells. */
function lineOf(cells: readonly string[]): string {
  const texts = cells.map((cell) => cell.replace(/\s+/g, " ").trim());
  const last = texts.findLastIndex((text) => text !== "");
  return texts.slice(0, last + 1).join(CELL_SEPARATOR);
}
