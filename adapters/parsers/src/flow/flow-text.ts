import type { CellRow } from "../document/document-text.ts";
import { assertLength } from "../document/parsed-document.ts";
import { type FlowBlock, flatText } from "./flow-block.ts";

/** Maximum number of empty cells inserted before a cell. */
const MAX_GAP = 50;

/** What a paragraph is, when it is not plain. */
export type ParagraphKind =
  | { readonly kind: "paragraph" }
  | { readonly kind: "heading"; readonly level: number }
  | { readonly kind: "item"; readonly level: number; readonly mark: string };

/** Builds the blocks of a text document from its text and the ends of its paragraphs, cells and rows. */
export interface FlowText {
  /** Adds text to the open paragraph. */
  add(data: string): void;
  /** Ends the paragraph. Skips it if it is blank. */
  endParagraph(kind?: ParagraphKind): void;
  /** Adds blocks, such as notes and text boxes, after the open paragraph, or after the outermost open table. */
  defer(blocks: readonly FlowBlock[]): void;
  startTable(): void;
  startRow(): void;
  /** @param gap Number of columns without a cell before this one. */
  startCell(gap?: number): void;
  endCell(): void;
  endRow(): void;
  endTable(): void;
  /** Ends all that is open. */
  finish(): void;
}

interface OpenTable {
  readonly rows: CellRow[];
  cells: string[];
  /** The texts of the open cell. */
  cell: string[] | undefined;
}

/** Creates a builder that passes each block to `sink` when it is complete. A table inside a cell is part of its text. */
export function flowText(sink: (block: FlowBlock) => void): FlowText {
  const tables: OpenTable[] = [];
  let line: string[] = [];
  let deferred: FlowBlock[] = [];
  let length = 0;

  function emit(block: FlowBlock): void {
    const table = tables.at(-1);
    if (!table) {
      sink(block);
      return;
    }
    table.cell ??= [];
    table.cell.push(flatText(block));
  }

  function release(): void {
    if (tables.length > 0) return;
    const blocks = deferred;
    deferred = [];
    for (const block of blocks) sink(block);
  }

  function endParagraph(kind: ParagraphKind = { kind: "paragraph" }): void {
    if (line.length > 0) {
      const text = line.join("").toWellFormed().trim();
      line = [];
      if (text !== "") emit({ ...kind, text });
    }
    release();
  }

  function endCell(): void {
    endParagraph();
    const table = tables.at(-1);
    if (!table?.cell) return;
    table.cells.push(table.cell.join("\n"));
    table.cell = undefined;
  }

  function endRow(): void {
    endCell();
    const table = tables.at(-1);
    if (!table || table.cells.length === 0) return;
    table.rows.push({ cells: table.cells });
    table.cells = [];
  }

  function endTable(): void {
    endRow();
    const table = tables.pop();
    if (table && table.rows.length > 0) emit({ kind: "table", rows: table.rows });
    release();
  }

  return {
    add(data) {
      length += data.length;
      assertLength(length);
      line.push(data);
    },
    endParagraph,
    defer(blocks) {
      for (const block of blocks) {
        length += flatText(block).length;
        assertLength(length);
        deferred.push(block);
      }
    },
    startTable() {
      endParagraph();
      tables.push({ rows: [], cells: [], cell: undefined });
    },
    startRow: endRow,
    startCell(gap = 0) {
      endCell();
      const table = tables.at(-1);
      if (!table) return;
      for (let at = 0; at < Math.min(gap, MAX_GAP); at += 1) table.cells.push("");
      table.cell = [];
    },
    endCell,
    endRow,
    endTable,
    finish() {
      while (tables.length > 0) endTable();
      endParagraph();
    },
  };
}
