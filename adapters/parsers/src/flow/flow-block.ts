import type { CellRow } from "../document/document-text.ts";

/** A paragraph, heading, list item or table of a text document. */
export type FlowBlock =
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "item"; readonly level: number; readonly mark: string; readonly text: string }
  | { readonly kind: "table"; readonly rows: readonly CellRow[] };

/** Returns a block's text without its structure, for blocks inside table cells and notes. */
export function flatText(block: FlowBlock): string {
  if (block.kind === "item") return `${block.mark} ${block.text}`;
  if (block.kind !== "table") return block.text;
  return block.rows.map(({ cells }) => cells.filter((cell) => cell.trim() !== "").join(" ")).join("\n");
}

/** Returns the text of several blocks, one per line. */
export function flatTexts(blocks: readonly FlowBlock[]): string {
  return blocks.map(flatText).join("\n");
}
