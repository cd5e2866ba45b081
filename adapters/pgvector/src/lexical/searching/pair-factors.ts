import { createAskedPairs } from "@quarry/core/internal";
import { shortKey, wordKey } from "../encoding/term-key.ts";

/** A question has far fewer words, so that nearly every word of a chunk meets an empty cell. */
const CELLS = 1024;

/**
 * Returns what computes a chunk's pair factor from the short keys of its words. Words of the question are found in an open
 * hash table: chunks have ten thousand words per question, and a map takes several times as long.
 * @param sequence The question's words in reading order; undefined for a word missing from the space.
 */
export function createPairFactors(sequence: readonly (string | undefined)[]): (words: Uint32Array) => number {
  const cells = Math.max(CELLS, 4 * 2 ** Math.ceil(Math.log2(sequence.length + 1)));
  // A short key is never 0.
  const keys = new Uint32Array(cells);
  const numbers = new Int32Array(cells);
  let count = 0;

  function numberOf(term: string): number {
    const key = shortKey(wordKey(term));
    let cell = key & (cells - 1);
    while (keys[cell] !== 0 && keys[cell] !== key) cell = (cell + 1) & (cells - 1);
    if (keys[cell] === 0) {
      keys[cell] = key;
      numbers[cell] = count++;
    }
    return numbers[cell] as number;
  }

  const pairs = createAskedPairs(sequence.map((term) => (term === undefined ? -1 : numberOf(term))));

  return (words) => {
    pairs.start();
    let before = -1;
    for (let at = 0; at < words.length; at++) {
      const key = words[at] as number;
      let cell = key & (cells - 1);
      while (keys[cell] !== 0 && keys[cell] !== key) cell = (cell + 1) & (cells - 1);
      const number = keys[cell] === 0 ? -1 : (numbers[cell] as number);
      if (before >= 0 && number >= 0) pairs.meet(before, number);
      before = number;
    }
    return pairs.factor();
  };
}
