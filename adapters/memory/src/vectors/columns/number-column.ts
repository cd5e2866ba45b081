/** A column of integers below 2^32, indexed by slot. */
export interface NumberColumn {
  /** Returns 0 for a cell that was never set. */
  get(at: number): number;
  set(at: number, value: number): void;
  /** Returns a copy of the first `length` cells. */
  copy(length: number): Uint32Array;
}

const SHIFT = 10;
const BLOCK = 1 << SHIFT;
const SMALLEST = 16;

/** Creates a column with the given cells. It consists of blocks, so that growing leaves no garbage. */
export function createNumberColumn(from: Uint32Array = new Uint32Array(0)): NumberColumn {
  const blocks: Uint32Array[] = [];
  for (let start = 0; start < from.length; start += BLOCK) {
    const block = new Uint32Array(from.length < BLOCK ? sizeFor(from.length) : BLOCK);
    block.set(from.subarray(start, start + BLOCK));
    blocks.push(block);
  }

  function blockFor(at: number): Uint32Array {
    const [number, offset] = [at >>> SHIFT, at & (BLOCK - 1)];
    const block = blocks[number];
    if (block && offset < block.length) return block;
    const larger = new Uint32Array(number > 0 ? BLOCK : sizeFor(offset + 1));
    if (block) larger.set(block);
    blocks[number] = larger;
    return larger;
  }

  return {
    get: (at) => blocks[at >>> SHIFT]?.[at & (BLOCK - 1)] ?? 0,

    set(at, value) {
      blockFor(at)[at & (BLOCK - 1)] = value;
    },

    copy(length) {
      const copied = new Uint32Array(length);
      for (const [number, block] of blocks.entries()) {
        const start = number * BLOCK;
        if (start < length) copied.set(block.subarray(0, length - start), start);
      }
      return copied;
    },
  };
}

/** Cells of a first block, which starts small: there may be thousands of small tables. */
function sizeFor(count: number): number {
  return Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(count)));
}
