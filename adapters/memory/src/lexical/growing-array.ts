/** An array of unsigned numbers that grows as it is written; reads beyond what was written give 0. */
export interface GrowingArray {
  /** The cells; replaced when the array grows, so never keep it over a `reserve`. */
  cells: Uint32Array;
  /** Makes room for at least `count` cells. */
  reserve(count: number): void;
}

/**
 * Makes a `GrowingArray`.
 * @param initial Its cells, or how many cells of 0 it starts with.
 */
export function createGrowingArray(initial: number | Uint32Array = 64): GrowingArray {
  return {
    cells: typeof initial === "number" ? new Uint32Array(initial) : initial,
    reserve(count) {
      const size = this.cells.length;
      if (count <= size) return;
      // Doubling wastes up to half of a large array; from 4 million cells on a quarter more is enough.
      const grown = Math.max(count, size < 4_194_304 ? size * 2 : Math.ceil(size * 1.25));
      const cells = new Uint32Array(grown);
      cells.set(this.cells);
      this.cells = cells;
    },
  };
}
