import type { Place } from "./place-of.ts";

/** A part of a text, in whole lines. */
export interface TextBlock extends Place {
  readonly content: string;
  readonly lineCount: number;
}

const BLOCK_CHARS = 4_000;

/** Cuts a text at line ends into blocks of some thousand characters, so that a browser lays out only those in view. */
export function textBlocks(text: string): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  for (let start = 0; start < text.length; ) {
    const lineEnd = text.indexOf("\n", start + BLOCK_CHARS);
    const end = lineEnd < 0 ? text.length : lineEnd + 1;
    const content = text.slice(start, end);
    blocks.push({ start, end, content, lineCount: content.split("\n").length - 1 || 1 });
    start = end;
  }
  return blocks;
}

/** The part of a place that is in a block, counted from the block's start. Undefined for a place elsewhere. */
export function placeWithin(block: Place, { start, end }: Place): Place | undefined {
  const from = Math.max(start, block.start);
  const to = Math.min(end, block.end);
  return from < to ? { start: from - block.start, end: to - block.start } : undefined;
}
