import type { Block } from "../../ports/parser.ts";
import { firstIndexWhere } from "../../structures/sorted-search.ts";
import type { Span } from "./span.ts";
import { skipSpace } from "./white-space.ts";

/**
 * Completes a parser's blocks so that they cover all text except white space, in order and without overlap. Text outside
 * of every block becomes a paragraph.
 */
export function coveringBlocks(text: string, blocks: readonly Block[]): Block[] {
  const covering: Block[] = [];
  let covered = 0;
  for (const block of blocks) {
    const start = Math.max(block.start, covered);
    const end = Math.min(block.end, text.length);
    if (start >= end) continue;
    fillGap(start);
    covering.push(start === block.start && end === block.end ? block : { ...block, start, end });
    covered = end;
  }
  fillGap(text.length);
  return covering;

  function fillGap(end: number): void {
    const start = skipSpace(text, covered, end);
    if (start < end) covering.push({ kind: "paragraph", start, end });
  }
}

/** Returns the index of the first of the ordered spans that ends after a position, or `spans.length`. */
export function firstEndingAfter(spans: readonly Span[], position: number): number {
  return firstIndexWhere(0, spans.length, (index) => (spans[index]?.end ?? 0) > position);
}
