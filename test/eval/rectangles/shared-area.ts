import type { Rectangle } from "@quarry/core";

/** Intersection over union of the areas that two sets of rectangles cover, from 0 to 1. */
export function sharedArea(one: readonly Rectangle[], other: readonly Rectangle[]): number {
  const edges = [...new Set([...one, ...other].flatMap(([, top, , bottom]) => [top, bottom]))].sort(
    (a, b) => a - b,
  );
  let [intersection, all] = [0, 0];
  for (const [at, bottom] of edges.entries()) {
    const top = edges[at - 1];
    if (top === undefined) continue;
    const [a, b] = [covered(one, top, bottom), covered(other, top, bottom)];
    const [lengthA, lengthB, either] = [lengthOf(a), lengthOf(b), lengthOf([...a, ...b])];
    intersection += (lengthA + lengthB - either) * (bottom - top);
    all += either * (bottom - top);
  }
  return all === 0 ? 1 : intersection / all;
}

type Interval = readonly [from: number, to: number];

/** The intervals that rectangles cover in a strip of the page. */
function covered(rectangles: readonly Rectangle[], top: number, bottom: number): Interval[] {
  return rectangles
    .filter((rectangle) => rectangle[1] <= top && rectangle[3] >= bottom)
    .map(([left, , right]) => [left, right]);
}

function lengthOf(intervals: readonly Interval[]): number {
  let [length, end] = [0, Number.NEGATIVE_INFINITY];
  for (const [from, to] of [...intervals].sort(([a], [b]) => a - b)) {
    length += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return length;
}
