import type { PageRectangles } from "@quarry/schema";
import type { PageLayout, PlacedText, Rectangle, TextDirection } from "../ports/page-layout.ts";
import { firstIndexWhere } from "../structures/sorted-search.ts";

/** More lines of a passage on one page share a rectangle with the last. */
const MAX_LINES = 200;
/** Minimum overlap of two texts on one line, relative to the height of the lower one. */
const SAME_LINE_OVERLAP = 0.5;
/** Maximum gap between two texts on one line, relative to its height. Columns have larger gaps. */
const MAX_GAP = 1.5;

/**
 * Returns the rectangles of a range of the text, for each page that it touches. A line that the range cuts is cut in
 * proportion to its characters.
 */
export function rectanglesOf(
  layout: readonly PageLayout[],
  { start, end }: { readonly start: number; readonly end: number },
): PageRectangles[] {
  const from = firstIndexWhere(0, layout.length, (at) => (layout[at]?.texts.at(-1)?.end ?? 0) > start);
  const pages: PageRectangles[] = [];
  for (let at = from, on = layout[at]; on; on = layout[++at]) {
    const { page, width, height, texts } = on;
    if ((texts[0]?.start ?? end) >= end) break;
    const lines = linesOf(texts, start, end).map(rounded);
    if (lines.length > 0) pages.push({ page, width: round(width), height: round(height), lines });
  }
  return pages;
}

function linesOf(texts: readonly PlacedText[], start: number, end: number): Rectangle[] {
  const lines: Rectangle[] = [];
  const from = firstIndexWhere(0, texts.length, (at) => (texts[at]?.end ?? 0) > start);
  for (let at = from, text = texts[at]; text && text.start < end; text = texts[++at]) {
    const rectangle = cut(text, start, end);
    const last = lines.at(-1);
    if (last && (lines.length === MAX_LINES || isSameLine(last, rectangle, text.direction)))
      lines[lines.length - 1] = union(last, rectangle);
    else lines.push(rectangle);
  }
  return lines;
}

/** The part of a text's rectangle that belongs to a range. */
function cut(
  { start, end, rectangle, direction = "right" }: PlacedText,
  from: number,
  to: number,
): Rectangle {
  const [left, top, right, bottom] = rectangle;
  const share = (position: number) => Math.min(1, Math.max(0, (position - start) / (end - start)));
  const [first, last] = [share(from), share(to)];
  const [width, height] = [right - left, bottom - top];
  if (direction === "right") return [left + first * width, top, left + last * width, bottom];
  if (direction === "left") return [right - last * width, top, right - first * width, bottom];
  if (direction === "down") return [left, top + first * height, right, top + last * height];
  return [left, bottom - last * height, right, bottom - first * height];
}

function isSameLine(a: Rectangle, b: Rectangle, direction: TextDirection = "right"): boolean {
  const isUpright = direction === "left" || direction === "right";
  // The axes along the text and across it.
  const [along, across] = isUpright ? [0, 1] : [1, 0];
  const size = Math.min(lengthOn(across, a), lengthOn(across, b));
  return (
    sharedOn(across, a, b) >= size * SAME_LINE_OVERLAP &&
    -sharedOn(along, a, b) <= MAX_GAP * Math.max(lengthOn(across, a), lengthOn(across, b))
  );
}

function lengthOn(axis: number, rectangle: Rectangle): number {
  return (rectangle[axis + 2] ?? 0) - (rectangle[axis] ?? 0);
}

/** Length of the common part on an axis; negative for the gap between two rectangles. */
function sharedOn(axis: number, a: Rectangle, b: Rectangle): number {
  return Math.min(a[axis + 2] ?? 0, b[axis + 2] ?? 0) - Math.max(a[axis] ?? 0, b[axis] ?? 0);
}

function union(a: Rectangle, b: Rectangle): Rectangle {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

function rounded([left, top, right, bottom]: Rectangle): PageRectangles["lines"][number] {
  return [round(left), round(top), round(right), round(bottom)];
}

function round(points: number): number {
  return Math.round(points * 10) / 10;
}
