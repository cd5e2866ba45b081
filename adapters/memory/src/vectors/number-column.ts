/** Whole numbers below 2^32 by slot. */
export interface NumberColumn {
  /** Zero for what was never set. */
  get(at: number): number;
  set(at: number, value: number): void;
  /** A copy of the first `length`. */
  copy(length: number): Uint32Array;
}

/** Creates an empty column; `from` gives its first numbers. */
export function createNumberColumn(from: Uint32Array = new Uint32Array(0)): NumberColumn {
  let values = from;
  return {
    get: (at) => values[at] ?? 0,

    set(at, value) {
      if (at >= values.length) {
        const larger = new Uint32Array(Math.max(16, at + 1, Math.ceil(values.length * 1.25)));
        larger.set(values);
        values = larger;
      }
      values[at] = value;
    },

    copy(length) {
      const copied = new Uint32Array(length);
      copied.set(values.subarray(0, length));
      return copied;
    },
  };
}
