import type { ChunkSizes } from "../sizes/chunk-sizes.ts";
import { firstEndingAfter } from "../spans/covering-blocks.ts";
import type { Span } from "../spans/span.ts";
import { avoidSplitPair } from "../spans/white-space.ts";
import { cutByContent } from "./cut-by-content.ts";
import type { CutPlaces } from "./cut-places.ts";

/** Cuts a span that is too long for one chunk: at blocks first, then at sentences, lines and words. */
export function cutSpan(text: string, span: Span, places: CutPlaces, sizes: ChunkSizes): Span[] {
  let pieces: Span[] = [span];
  for (const level of ["blockStarts", "sentenceStarts", "lineStarts", "wordStarts"] as const) {
    pieces = pieces.flatMap((piece) => {
      const fits = sizes.ruler.lengthOf(piece) <= sizes.largest;
      return fits ? piece : cutByContent(text, piece, places[level](piece), sizes);
    });
  }
  return pieces.flatMap((piece) => forceCuts(text, piece, places, sizes));
}

/**
 * Cuts a span that has no candidate at the right distance: text without spaces at the target size, and whole blocks apart
 * from their surroundings. Only a row, list or code block kept whole with its heading may stay too long.
 */
function forceCuts(text: string, span: Span, places: CutPlaces, sizes: ChunkSizes): Span[] {
  const { ruler } = sizes;
  if (ruler.lengthOf(span) <= sizes.largest) return [span];
  const { rows, breakable } = places.rowsAndBreakable(span);
  const borders = [...new Set([...places.blockStarts(span), ...rows])].sort((one, other) => one - other);

  const pieces: Span[] = [];
  let start = span.start;
  let border = 0;
  while (ruler.lengthOf({ start, end: span.end }) > sizes.largest) {
    const cut = forcedCut(start);
    if (cut === undefined) break;
    pieces.push({ start, end: cut });
    start = cut;
  }
  pieces.push({ start, end: span.end });
  return pieces;

  function forcedCut(from: number): number | undefined {
    const ideal = avoidSplitPair(text, ruler.after(from, sizes.target));
    const run = breakable[firstEndingAfter(breakable, ideal)];
    if (run && run.start < ideal) return ideal;
    while ((borders[border] ?? Number.POSITIVE_INFINITY) <= from) border++;
    let cut = borders[border];
    for (
      let next = borders[border];
      next !== undefined && ruler.lengthOf({ start: from, end: next }) <= sizes.largest;
      next = borders[++border]
    ) {
      cut = next;
    }
    if (cut !== undefined || !run) return cut;
    // Only white space remains before the next text, e.g. between a heading and its paragraph.
    return run.start > from ? run.start : undefined;
  }
}
