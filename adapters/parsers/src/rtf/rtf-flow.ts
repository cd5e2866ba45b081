import { assertLength } from "../document/parsed-document.ts";
import type { FlowBlock } from "../flow/flow-block.ts";
import { type FlowText, flowText, type ParagraphKind } from "../flow/flow-text.ts";

/** A stream of text with its own paragraphs and tables: the body, a note, a header or a text box. */
export interface RtfFlow {
  readonly blocks: readonly FlowBlock[];
  add(text: string): void;
  /** Sets the mark of the open paragraph, which makes it a list item. */
  mark(text: string): void;
  /** Ends the paragraph, inside the open cell or, if it is outside of tables, after the open table. */
  endParagraph(inTable: boolean, kind: (mark: string | undefined) => ParagraphKind): void;
  /** Says that a row follows. */
  defineRow(): void;
  endCell(): void;
  endRow(): void;
  defer: FlowText["defer"];
  finish(): void;
}

/** Creates an empty stream. */
export function rtfFlow(): RtfFlow {
  const blocks: FlowBlock[] = [];
  const flow = flowText((block) => blocks.push(block));
  let line: string[] = [];
  let length = 0;
  let mark: string | undefined;
  let isRowDefined = false;
  let inTable = false;
  let inCell = false;

  function openCell(): void {
    if (!inTable) flow.startTable();
    if (!inCell) flow.startCell();
    inTable = true;
    inCell = true;
  }

  function closeTable(): void {
    if (inTable) flow.endTable();
    inTable = false;
    inCell = false;
  }

  function flush(): void {
    const text = line.join("");
    line = [];
    flow.add(text);
  }

  return {
    blocks,
    add(text) {
      length += text.length;
      assertLength(length);
      line.push(text);
    },
    mark(text) {
      mark = text.trim();
    },
    endParagraph(isInTable, kind) {
      if (isInTable || isRowDefined) openCell();
      else closeTable();
      flush();
      flow.endParagraph(kind(mark));
      mark = undefined;
    },
    defineRow() {
      isRowDefined = true;
    },
    endCell() {
      openCell();
      flush();
      flow.endCell();
      inCell = false;
      mark = undefined;
    },
    endRow() {
      isRowDefined = false;
      if (line.some((text) => text.trim() !== "")) openCell();
      flush();
      flow.endRow();
      inCell = false;
    },
    defer: flow.defer,
    finish() {
      if (inTable && !inCell && line.length > 0) closeTable();
      flush();
      flow.finish();
      inTable = false;
      inCell = false;
    },
  };
}
