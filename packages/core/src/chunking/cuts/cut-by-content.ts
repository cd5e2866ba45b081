import { firstAtLeast } from "../../structures/sorted-search.ts";
import type { ChunkSizes } from "../sizes/chunk-sizes.ts";
import type { Span } from "../spans/span.ts";
import { hashAround } from "./content-hash.ts";
import { RangeMinimum } from "./range-minimum.ts";

/**
 * Cuts a span until no piece is longer than `largest`. Each cut is at the candidate with the smallest hash that leaves at
 * least `smallest` on both sides. A piece without such a candidate stays longer.
 *
 * Cutting at the best position of the whole span and then recursively, instead of from left to right, keeps edits local:
 * a cut depends on the text at its position, not on the text before it.
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
    // At least 1, so that every cut makes progress.
    const margin = Math.max(1, sizes.smallest);
    const from = firstAtLeast(candidates, ruler.after(piece.start, margin));
    const to = firstAtLeast(candidates, ruler.before(piece.end, margin) + 1) - 1;
    return from <= to ? candidates[tree.indexOfMinimum(from, to)] : undefined;
  }
}

/** Returns the values that lie strictly inside a span; `values` is ascending. */
export function inside(values: readonly number[], span: Span): number[] {
  return values.slice(firstAtLeast(values, span.start + 1), firstAtLeast(values, span.end));
}
