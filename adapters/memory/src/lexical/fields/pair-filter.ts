import { LARGE } from "./record-pool.ts";

/** Tells which chunks may contain a pair of a question's adjacent words. */
export interface PairFilter {
  /** False when the words in these cells of a forward record contain none of the pairs. */
  mayHold(cells: Uint16Array, start: number, end: number): boolean;
}

const MASKS = 4096;
const MASK_BITS = 16;
const LOW = MASKS - 1;

/**
 * Creates a filter of a question's pairs: for each cell, a mask of the pairs that may start with it, and a mask of the pairs
 * that may end with it, each pair a bit. Without a branch for each word, it takes a third of the time of looking for them.
 * @param sequence As for `createAskedPairs`.
 */
export function createPairFilter(sequence: readonly number[]): PairFilter {
  const lefts = new Uint16Array(MASKS);
  const rights = new Uint16Array(MASKS);
  for (let at = 1; at < sequence.length; at++) {
    const [left, right] = [sequence[at - 1] as number, sequence[at] as number];
    if (left < 0 || right < 0) continue;
    const bit = 1 << (at % MASK_BITS);
    // Of a number in three cells, the first is adjacent to the word before it, and the last to the word after it.
    const [last, first] = [left < LARGE ? left & LOW : (left >>> 16) & LOW, Math.min(right, LARGE) & LOW];
    lefts[last] = (lefts[last] as number) | bit;
    rights[first] = (rights[first] as number) | bit;
  }
  return {
    mayHold(cells, start, end) {
      let found = 0;
      let open = 0;
      for (let at = start; at < end; at++) {
        const masks = (cells[at] as number) & LOW;
        found |= open & (rights[masks] as number);
        open = lefts[masks] as number;
      }
      return found !== 0;
    },
  };
}
