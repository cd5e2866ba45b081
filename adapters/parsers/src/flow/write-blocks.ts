import type { DocumentText } from "../document/document-text.ts";
import { headerOf } from "../document/table-header.ts";
import type { FlowBlock } from "./flow-block.ts";

const MAX_HEADING_LEVEL = 6;
/** Maximum indentation of list items, in levels. */
const MAX_INDENT = 16;

/** Writes blocks to a document. Consecutive items become one list. */
export interface BlockWriter {
  write(block: FlowBlock): void;
  /** Ends an open list. Call it before the document's place changes and at the end. */
  end(): void;
}

/** Creates a writer of blocks. */
export function blockWriter(text: DocumentText): BlockWriter {
  let list: string[] = [];
  function end(): void {
    text.add("list", list.join("\n"));
    list = [];
  }
  return {
    end,
    write(block) {
      if (block.kind === "item") {
        const indent = "  ".repeat(Math.min(Math.max(0, block.level), MAX_INDENT));
        list.push(`${indent}${block.mark} ${block.text.replace(/\s+/g, " ").trim()}`);
        return;
      }
      end();
      if (block.kind === "table") text.table(block.rows, headerOf(block.rows));
      else if (block.kind === "heading")
        text.heading(Math.min(Math.max(1, block.level), MAX_HEADING_LEVEL), block.text);
      else text.add("paragraph", block.text);
    },
  };
}
