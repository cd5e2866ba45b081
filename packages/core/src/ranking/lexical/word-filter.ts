import { lookAlikes, wordHash } from "./look-alikes.ts";

/** Finds the words of a vocabulary that may be one edit apart from another word. */
export interface WordFilter {
  add(word: string): void;
  /** Returns every word of the vocabulary one edit apart from `word`, and rarely other words one edit apart. */
  near(word: string): string[];
}

const BITS_PER_WORD = 16;
const SMALLEST_BITS = 10;
const [FIRST, SECOND] = [0x9e3779b1, 0x85ebca6b];

/**
 * Creates a filter: a set of two bits for each word, found by its hash. Almost no look-alike of a word has to be spelled out
 * and looked up.
 * @param words Returns the whole vocabulary; called whenever the bit set must grow.
 */
export function createWordFilter(words: () => Iterable<string>): WordFilter {
  let shift = 32 - SMALLEST_BITS;
  let bits = new Int32Array(2 ** SMALLEST_BITS / 32);
  let count = 0;

  function mark(word: string): void {
    const hash = wordHash(word);
    for (const factor of [FIRST, SECOND]) {
      const bit = Math.imul(hash, factor) >>> shift;
      bits[bit >>> 5] = (bits[bit >>> 5] as number) | (1 << (bit & 31));
    }
  }

  function fill(): void {
    const all = [...words()];
    count = all.length;
    const size = Math.max(SMALLEST_BITS, Math.ceil(Math.log2(2 * BITS_PER_WORD * (count + 1))));
    shift = 32 - size;
    bits = new Int32Array(2 ** size / 32);
    for (const word of all) mark(word);
  }

  fill();
  return {
    add(word) {
      count += 1;
      if (count * BITS_PER_WORD > bits.length * 32) fill();
      mark(word);
    },
    near(word) {
      const { hashes, at } = lookAlikes(word);
      const cells = bits;
      const down = shift;
      const found: string[] = [];
      for (let index = 0; index < hashes.length; index++) {
        const hash = hashes[index] as number;
        const first = Math.imul(hash, FIRST) >>> down;
        if ((((cells[first >>> 5] as number) >>> (first & 31)) & 1) === 0) continue;
        const second = Math.imul(hash, SECOND) >>> down;
        if ((((cells[second >>> 5] as number) >>> (second & 31)) & 1) === 1) found.push(at(index));
      }
      return found.filter((term) => term !== word);
    },
  };
}
