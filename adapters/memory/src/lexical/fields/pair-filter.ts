/** Tells which of a chunk's adjacent words may be one of a question's pairs, without a look-up for each. */
export interface PairFilter {
  /** By the low bits of a word: a mask of the pairs that may start with it, each pair a bit. */
  readonly lefts: Uint16Array;
  /** The same for the pairs that may end with it. */
  readonly rights: Uint16Array;
}

const MASKS = 4096;
const MASK_BITS = 16;
/** The bits of a word that select its masks. */
export const MASKED = MASKS - 1;

/** Creates a filter of a question's pairs. @param sequence As for `createAskedPairs`. */
export function createPairFilter(sequence: readonly number[]): PairFilter {
  const lefts = new Uint16Array(MASKS);
  const rights = new Uint16Array(MASKS);
  for (let at = 1; at < sequence.length; at++) {
    const [left, right] = [sequence[at - 1] as number, sequence[at] as number];
    if (left < 0 || right < 0) continue;
    const bit = 1 << (at % MASK_BITS);
    lefts[left & MASKED] = (lefts[left & MASKED] as number) | bit;
    rights[right & MASKED] = (rights[right & MASKED] as number) | bit;
  }
  return { lefts, rights };
}
