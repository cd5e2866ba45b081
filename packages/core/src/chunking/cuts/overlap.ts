import type { ChunkSizes } from "../sizes/chunk-sizes.ts";
import type { Span } from "../spans/span.ts";
import type { CutPlaces } from "./cut-places.ts";

/**
 * Returns where a chunk with overlap starts: at the first sentence, row or block of the previous chunk within the overlap,
 * else at a line, else at `start`. Never reaches back beyond `previous`, so that starts stay ascending and edits stay
 * local.
 * @param start Start of the chunk without overlap.
 * @param previous The previous chunk without its own overlap.
 */
export function startWithOverlap(
  start: number,
  previous: Span,
  places: CutPlaces,
  { overlap, ruler }: ChunkSizes,
): number {
  if (overlap === 0) return start;
  const span = { start: previous.start, end: start };
  const isNear = (place: number) => ruler.lengthOf({ start: place, end: start }) <= overlap;
  return places.repeatStarts(span).find(isNear) ?? places.lineStarts(span).find(isNear) ?? start;
}
