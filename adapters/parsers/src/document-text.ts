import type { Block, BlockKind, ParsedDocument, Place } from "@quarry/core";
import { extractedDocument, MAX_TEXT_CHARS, refuseTooLong, shortened } from "./extracted-document.ts";

const HEADER_MAX_CHARS = 500;

/** A row of a table by its cells. */
export interface CellRow {
  readonly cells: readonly string[];
  /** 1-based number of the row in its sheet. */
  readonly row?: number;
}

/** Puts a document's text together block by block, an empty line between them. */
export class DocumentText {
  /** Where what is added next stands in the original. */
  place: Place = {};
  readonly #blocks: Block[] = [];
  readonly #parts: string[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(kind: Exclude<BlockKind, "heading" | "table">, text: string): void {
    const start = this.#start(text);
    if (start !== undefined) this.#blocks.push({ kind, ...this.#end(start, text), ...this.place });
  }

  heading(level: number, text: string): void {
    const line = text.replace(/\s+/g, " ").trim();
    const start = this.#start(line);
    if (start === undefined) return;
    const title = shortened(line);
    this.#blocks.push({ kind: "heading", level, title, ...this.#end(start, line), ...this.place });
  }

  /** A table, its rows as lines and its cells apart by ` | `; `header` are the cells that say what the columns hold. */
  table(rows: readonly CellRow[], header?: readonly string[]): void {
    const lines = rows.flatMap(({ cells, row }) => {
      const line = lineOf(cells);
      return line === "" ? [] : [{ line, ...(row === undefined ? {} : { row }) }];
    });
    const start = this.#start(lines[0]?.line ?? "");
    if (start === undefined) return;
    const spans = lines.map(({ line, ...row }, at) => {
      if (at > 0) this.#push("\n");
      const from = this.#length;
      this.#push(line);
      return { start: from, end: this.#length, ...row };
    });
    this.#blocks.push({
      kind: "table",
      start,
      end: this.#length,
      rows: spans,
      ...(header ? { header: shortened(lineOf(header), HEADER_MAX_CHARS) } : {}),
      ...this.place,
    });
  }

  /**
   * The document.
   * @throws QuarryError `invalid_request` when it holds no text, or too much of it.
   */
  finish(
    mimeType: string,
    { title, warnings = [] }: { title?: string; warnings?: readonly string[] } = {},
  ): ParsedDocument {
    const document = extractedDocument(mimeType, this.#parts.join(""), this.#blocks, title);
    return warnings.length === 0 ? document : { ...document, warnings };
  }

  /** Where a block with this text starts; undefined when it would be empty. */
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
    if (this.#length > MAX_TEXT_CHARS) refuseTooLong(this.#parts.join(""));
  }
}

/** A row's cells on one line; empty ones at the end say nothing. */
function lineOf(cells: readonly string[]): string {
  const texts = cells.map((cell) => cell.replace(/\s+/g, " ").trim());
  const last = texts.findLastIndex((text) => text !== "");
  return texts.slice(0, last + 1).join(" | ");
}
