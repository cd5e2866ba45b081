/** An array of unsigned 32-bit numbers that grows on demand. */
export interface GrowingArray {
  /** The cells; unwritten ones are 0. Growing replaces the array, so never keep a reference across a `reserve`. */
  cells: Uint32Array;
  /** Grows the array to at least `count` cells. */
  reserve(count: number): void;
}

/** From this many cells on the array grows by a quarter: doubling would waste up to half of it. */
const LARGE = 4_194_304;

/**
 * Creates a `GrowingArray`.
 * @param initial Its cells, which are not copied, or the number of zero cells to start with.
 */
export function createGrowingArray(initial: number | Uint32Array = 64): GrowingArray {
  return {
    cells: typeof initial === "number" ? new Uint32Array(initial) : initial,
    reserve(count) {
      const size = this.cells.length;
      if (count <= size) return;
      const cells = new Uint32Array(Math.max(count, size < LARGE ? size * 2 : Math.ceil(size * 1.25)));
      cells.set(this.cells);
      this.cells = cells;
    },
  };
}
