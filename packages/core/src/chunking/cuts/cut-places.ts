import type { Block } from "../../ports/parser.ts";
import type { ChunkSizes } from "../sizes/chunk-sizes.ts";
import { firstEndingAfter } from "../spans/covering-blocks.ts";
import type { Span } from "../spans/span.ts";
import { lineStarts, sentenceStarts, wordStarts } from "./text-boundaries.ts";

/** A span inside which text may be cut. Text outside such spans stays whole. */
export interface Breakable extends Span {
  /** True for code and lists, which are cut at lines instead of sentences. */
  readonly byLine: boolean;
}

/** Finds the positions where a document's text may be cut, one method per level, from block starts to word starts. */
export class CutPlaces {
  readonly #text: string;
  readonly #blocks: readonly Block[];
  readonly #sizes: ChunkSizes;

  constructor(text: string, blocks: readonly Block[], sizes: ChunkSizes) {
    this.#text = text;
    this.#blocks = blocks;
    this.#sizes = sizes;
  }

  /** Starts of blocks strictly inside the span. A heading is never separated from the block after it. */
  blockStarts(span: Span): number[] {
    const starts: number[] = [];
    for (let index = firstEndingAfter(this.#blocks, span.start); index < this.#blocks.length; index++) {
      const block = this.#blocks[index];
      if (!block || block.start >= span.end) break;
      if (block.start > span.start && this.#blocks[index - 1]?.kind !== "heading") starts.push(block.start);
    }
    return starts;
  }

  /** Starts of table rows and sentences, and of lines in code and lists. */
  sentenceStarts(span: Span): number[] {
    const starts: number[] = [];
    this.#walk(
      span,
      (start) => starts.push(start),
      (breakable) => (breakable.byLine ? lineStarts : sentenceStarts)(this.#text, breakable, starts),
    );
    return starts;
  }

  /** Starts of lines, for prose without sentences such as a log or a poem. */
  lineStarts(span: Span): number[] {
    const starts: number[] = [];
    this.#walk(span, undefined, (breakable) => lineStarts(this.#text, breakable, starts));
    return starts;
  }

  /** Starts of words. */
  wordStarts(span: Span): number[] {
    const starts: number[] = [];
    this.#walk(span, undefined, (breakable) => wordStarts(this.#text, breakable, starts));
    return starts;
  }

  /**
   * Where an overlap may begin: at blocks, table rows, sentences, and lines of code and lists, including those kept
   * whole.
   */
  repeatStarts(span: Span): number[] {
    const starts = this.blockStarts(span);
    this.#walk(
      span,
      (start) => starts.push(start),
      (breakable) => (breakable.byLine ? lineStarts : sentenceStarts)(this.#text, breakable, starts),
      0,
    );
    return starts.sort((one, other) => one - other);
  }

  /** Starts of rows, and the spans that may be cut, strictly inside a span. */
  rowsAndBreakable(span: Span): { readonly rows: number[]; readonly breakable: Breakable[] } {
    const rows: number[] = [];
    const breakable: Breakable[] = [];
    this.#walk(
      span,
      (start) => rows.push(start),
      (run) => breakable.push(run),
    );
    return { rows, breakable };
  }

  /** @param whole Lists and code up to this length stay whole. */
  #walk(
    span: Span,
    onRow: ((start: number) => void) | undefined,
    onBreakable: (breakable: Breakable) => void,
    whole = this.#sizes.largest,
  ): void {
    for (let index = firstEndingAfter(this.#blocks, span.start); index < this.#blocks.length; index++) {
      const block = this.#blocks[index];
      if (!block || block.start >= span.end) return;
      if (block.kind === "table" && block.rows) {
        this.#walkRows(block.rows, span, onRow, onBreakable);
      } else if (block.kind === "heading" || block.kind === "paragraph") {
        onBreakable(clip(block, span, false));
      } else if (this.#sizes.ruler.lengthOf(block) > (block.kind === "table" ? this.#sizes.largest : whole)) {
        onBreakable(clip(block, span, true));
      }
    }
  }

  #walkRows(
    rows: readonly Span[],
    span: Span,
    onRow: ((start: number) => void) | undefined,
    onBreakable: (breakable: Breakable) => void,
  ): void {
    for (let index = firstEndingAfter(rows, span.start); index < rows.length; index++) {
      const row = rows[index];
      if (!row || row.start >= span.end) return;
      if (row.start > span.start) onRow?.(row.start);
      if (this.#sizes.ruler.lengthOf(row) > this.#sizes.wholeRow) onBreakable(clip(row, span, false));
    }
  }
}

function clip(run: Span, span: Span, byLine: boolean): Breakable {
  return { start: Math.max(run.start, span.start), end: Math.min(run.end, span.end), byLine };
}
