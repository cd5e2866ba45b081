import type { ChunkSizes } from "../sizes/chunk-sizes.ts";
import type { Span } from "../spans/span.ts";
import { hashAround } from "./content-hash.ts";
import { RangeMinimum } from "./range-minimum.ts";

/**
 * Cuts a span until no piece is longer than `largest`, each time at the candidate with the smallest hash that leaves
 * at least `smallest` on both sides. Where the candidates do not suffice a piece stays longer.
 *
 * Cutting at the best place of the whole span, then of its halves, rather than from left to right, is what keeps an
 * edit local: a cut depends on the text at that place and on nothing before it.
 *
 * @param candidates Positions strictly inside the span, ascending.
 * @returns The pieces, in order.
 */
export function cutByContent(
  text: string,
  span: Span,
  candidates: readonly number[],
  sizes: Pick<ChunkSizes, "smallest" | "largest" | "ruler">,
): Span[] {
  const { ruler } = sizes;
  if (ruler.lengthOf(span) <= sizes.largest || candidates.length === 0) return [span];
  const hashes = new Uint32Array(candidates.length);
  for (const [index, position] of candidates.entries()) hashes[index] = hashAround(text, position);
  const tree = new RangeMinimum(hashes);

  const pieces: Span[] = [];
  const open: Span[] = [span];
  for (let piece = open.pop(); piece; piece = open.pop()) {
    const cut = ruler.lengthOf(piece) > sizes.largest ? bestCut(piece) : undefined;
    if (cut === undefined) {
      pieces.push(piece);
    } else {
      open.push({ start: cut, end: piece.end }, { start: piece.start, end: cut });
    }
  }
  return pieces;

  function bestCut(piece: Span): number | undefined {
    // A zero margin still has to make progress.
    const margin = Math.max(1, sizes.smallest);
    const from = firstAtLeast(candidates, ruler.after(piece.start, margin));
    const to = firstAtLeast(candidates, ruler.before(piece.end, margin) + 1) - 1;
    return from <= to ? candidates[tree.indexOfMinimum(from, to)] : undefined;
  }
}

/** Index of the first of the ascending values that is at least `bound`; their number where there is none. */
export function firstAtLeast(values: readonly number[], bound: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The ascending values that lie strictly inside a span. */
export function inside(values: readonly number[], span: Span): number[] {
  return values.slice(firstAtLeast(values, span.start + 1), firstAtLeast(values, span.end));
}
