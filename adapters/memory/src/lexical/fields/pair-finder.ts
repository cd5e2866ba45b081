import { pairFactor } from "@quarry/core/internal";
import { LARGE } from "./record-pool.ts";

/** Counts how many of a question's adjacent word pairs are adjacent in a chunk. */
export interface PairFinder {
  /** False if no chunk can contain a pair. */
  readonly hasPairs: boolean;
  /** Starts a chunk. */
  start(): void;
  /** Reads the words in these cells of the chunk's forward record. */
  read(cells: Uint16Array, start: number, end: number): void;
  /** Returns the chunk's pair factor, as `createAskedPairs` does. */
  factor(): number;
}

const MASKS = 512;
const LOW = MASKS - 1;
const MASK_BITS = 15;

// Searches run synchronously, so all share these masks: which pairs may end with a word, and above them which may start
// with it, each pair a bit.
const masks = new Int32Array(MASKS);
let marked: number[] = [];

/**
 * Creates the finder, valid until the next is created. Masks tell which pairs may start and end with a word: one word in a
 * hundred and more remains to be compared.
 * @param sequence As for `createAskedPairs`.
 */
export function createPairFinder(sequence: readonly number[]): PairFinder {
  for (const word of marked) masks[word & LOW] = 0;
  marked = [];
  const [lefts, rights]: [number[], number[]] = [[], []];
  let missing = 0;
  for (let at = 1; at < sequence.length; at++) {
    const [left, right] = [sequence[at - 1] as number, sequence[at] as number];
    if (left < 0 || right < 0) missing += 1;
    else if (placeOf(left, right) < 0) {
      const bit = 1 << (lefts.length % MASK_BITS);
      masks[right & LOW] = (masks[right & LOW] as number) | bit;
      masks[left & LOW] = (masks[left & LOW] as number) | (bit << MASK_BITS);
      marked.push(left, right);
      lefts.push(left);
      rights.push(right);
    }
  }
  // By pair: the number of the last chunk that contained it.
  const seenIn = new Uint32Array(lefts.length);
  let chunk = 0;
  let found = 0;

  function placeOf(left: number, right: number): number {
    for (let pair = 0; pair < lefts.length; pair++)
      if (lefts[pair] === left && rights[pair] === right) return pair;
    return -1;
  }

  function meet(left: number, right: number): void {
    const pair = placeOf(left, right);
    if (pair < 0 || seenIn[pair] === chunk) return;
    seenIn[pair] = chunk;
    found += 1;
  }

  return {
    hasPairs: lefts.length > 0,
    start() {
      chunk += 1;
      found = 0;
    },
    read(cells, start, end) {
      const ofWord = masks;
      let before = 0;
      let begun = 0;
      for (let at = start; at < end; at++) {
        let word = cells[at] as number;
        if (word === LARGE) {
          word = (cells[at + 1] as number) | ((cells[at + 2] as number) << 16);
          at += 2;
        }
        const mask = ofWord[word & LOW] as number;
        if ((begun & mask) !== 0) meet(before, word);
        begun = mask >> MASK_BITS;
        before = word;
      }
    },
    factor: () => pairFactor(found, lefts.length + missing),
  };
}
