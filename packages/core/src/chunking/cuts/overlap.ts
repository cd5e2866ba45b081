import type { ChunkSizes } from "../sizes/chunk-sizes.ts";
import type { Span } from "../spans/span.ts";
import type { CutPlaces } from "./cut-places.ts";

/**
 * Where a chunk begins that repeats the end of the one before: at the first sentence, row or block that is near enough,
 * else at a line; where the chunk itself begins when there is none. What comes before `previous` is never repeated, so
 * that starts rise and an edit changes nothing further away.
 * @param start Where the chunk begins without.
 * @param previous The chunk before, without what it repeats itself.
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
