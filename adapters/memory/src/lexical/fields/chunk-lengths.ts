/** Lengths by slot. */
export type LengthCells = Uint16Array | Uint32Array;

/** The lengths of a space's chunks by slot, in cells of two bytes until a chunk is longer: scoring reads them at random. */
export interface ChunkLengths {
  /** Growing and setting may replace them, so never keep a reference. */
  cells: LengthCells;
  /** Makes room for so many slots. */
  reserve(count: number): void;
  set(slot: number, length: number): void;
}

const MOST_IN_TWO_BYTES = 0xffff;
/** From this many on the cells grow by a quarter, before that they double. */
const LARGE = 4_194_304;

/** Creates the lengths of an empty space. */
export function createChunkLengths(): ChunkLengths {
  return {
    cells: new Uint16Array(64),
    reserve(count) {
      const { cells } = this;
      const size = cells.length;
      if (count <= size) return;
      const wished = Math.max(count, size < LARGE ? size * 2 : Math.ceil(size * 1.25));
      this.cells = cells instanceof Uint16Array ? new Uint16Array(wished) : new Uint32Array(wished);
      this.cells.set(cells);
    },
    set(slot, length) {
      if (length > MOST_IN_TWO_BYTES && this.cells instanceof Uint16Array)
        this.cells = Uint32Array.from(this.cells);
      this.cells[slot] = length;
    },
  };
}
