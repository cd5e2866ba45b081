/** A row of unsigned numbers that grows at its end. */
export interface GrowingCells {
  readonly length: number;
  /** The cells; replaced when the row grows. */
  readonly cells: Uint32Array;
  push(value: number): void;
}

/** Makes an empty row. */
export function createGrowingCells(): GrowingCells {
  let cells = new Uint32Array(1024);
  let length = 0;
  return {
    get length() {
      return length;
    },
    get cells() {
      return cells;
    },
    push(value) {
      if (length === cells.length) {
        const grown = new Uint32Array(length * 2);
        grown.set(cells);
        cells = grown;
      }
      cells[length++] = value;
    },
  };
}
