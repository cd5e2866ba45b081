import { createNumberColumn } from "./number-column.ts";

/** A column of booleans, indexed by slot. */
export interface BitColumn {
  /** Returns false for a cell that was never set. */
  get(at: number): boolean;
  set(at: number, isOn: boolean): void;
}

/** Creates a column of `count` cells that are true; all others are false. */
export function createBitColumn(count = 0): BitColumn {
  const initial = new Uint32Array(Math.ceil(count / 32)).fill(0xffffffff);
  if (count % 32 > 0) initial[initial.length - 1] = 2 ** (count % 32) - 1;
  const words = createNumberColumn(initial);
  return {
    get: (at) => ((words.get(at >>> 5) >>> (at & 31)) & 1) === 1,
    set(at, isOn) {
      const bit = 1 << (at & 31);
      const word = words.get(at >>> 5);
      words.set(at >>> 5, isOn ? word | bit : word & ~bit);
    },
  };
}
