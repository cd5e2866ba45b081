import type { Block } from "../../ports/parser.ts";
import type { Span } from "./span.ts";
import { skipSpace } from "./white-space.ts";

/**
 * The blocks such that they cover all text that is not white space, in order and without overlap. A parser may leave
 * out what it has no name for; what it leaves out becomes a paragraph.
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

/** Index of the first of the ordered spans that ends after a position; their number where there is none. */
export function firstEndingAfter(spans: readonly Span[], position: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle]?.end ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
