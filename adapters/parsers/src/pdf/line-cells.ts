import type { PlacedText } from "@quarry/core";
import type { Line } from "./text-lines.ts";

/** A part of a line that stands apart from the others, like a cell of a table or a line of a column. */
export interface LineCell {
  readonly text: string;
  /** Offsets into `text`. */
  readonly places: readonly PlacedText[];
  /** Its horizontal extent on the page, in points. */
  readonly left: number;
  readonly right: number;
}

/** Returns the cells of a horizontal line, in its order. */
export function cellsOf({ text, places }: Line): LineCell[] {
  const cells: LineCell[] = [];
  let start = 0;
  for (const part of text.split("\t")) {
    const end = start + part.length;
    cells.push(cellOf(text, places, start, end));
    start = end + 1;
  }
  return cells;
}

/** Splits a cell where one of its parts belongs to another column than the part before it. */
export function splitCell({ text, places }: LineCell, columnOf: (part: LineCell) => number): LineCell[] {
  const starts = places.flatMap(({ start, end }, at) => {
    const before = places[at - 1];
    const isNew =
      before !== undefined &&
      columnOf(cellOf(text, places, start, end)) !== columnOf(cellOf(text, places, before.start, before.end));
    return at === 0 || isNew ? [start] : [];
  });
  return starts.map((start, at) => cellOf(text, places, start, starts[at + 1] ?? text.length));
}

function cellOf(text: string, places: readonly PlacedText[], start: number, end: number): LineCell {
  const own = places.filter((place) => place.start >= start && place.start < end);
  return {
    text: text.slice(start, end).trimEnd(),
    places: own.map((place) => ({ ...place, start: place.start - start, end: place.end - start })),
    left: Math.min(...own.map(({ rectangle }) => rectangle[0])),
    right: Math.max(...own.map(({ rectangle }) => rectangle[2])),
  };
}
