import { createNumberColumn } from "./number-column.ts";

/** A column of booleans, indexed by slot. */
export interface BitColumn {
  /** Returns false for a cell that was never set. */
  get(at: number): boolean;
  set(at: number, isOn: boolean): void;
}

/** Creates a column of false. */
export function createBitColumn(): BitColumn {
  const words = createNumberColumn();
  return {
    get: (at) => ((words.get(at >>> 5) >>> (at & 31)) & 1) === 1,
    set(at, isOn) {
      const bit = 1 << (at & 31);
      const word = words.get(at >>> 5);
      words.set(at >>> 5, isOn ? word | bit : word & ~bit);
    },
  };
}
