/** Left, top, right and bottom. */
export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** The smallest box around all of them. */
export function boundsOf(boxes: readonly Box[]): Box {
  return [
    Math.min(...boxes.map(([left]) => left)),
    Math.min(...boxes.map(([, top]) => top)),
    Math.max(...boxes.map(([, , right]) => right)),
    Math.max(...boxes.map(([, , , bottom]) => bottom)),
  ];
}

/** The style of an element that covers a box, in an element that covers a larger one. */
export function within([left, top, right, bottom]: Box, outer: Box) {
  const width = outer[2] - outer[0];
  const height = outer[3] - outer[1];
  return {
    left: percent((left - outer[0]) / width),
    top: percent((top - outer[1]) / height),
    width: percent((right - left) / width),
    height: percent((bottom - top) / height),
  };
}

function percent(part: number): string {
  return `${(part * 100).toFixed(3)}%`;
}
