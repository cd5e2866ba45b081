import { alphabetOf } from "./fuzzy-words.ts";

/** Finds the words of a vocabulary that may be one edit apart from another word. */
export interface WordFilter {
  add(word: string): void;
  /** Returns every word of the vocabulary one edit apart from `word`, and rarely other words one edit apart. */
  near(word: string): string[];
}

const BITS_PER_WORD = 16;
const SMALLEST_BITS = 10;
const BASE = 0x01000193;

/**
 * Creates a filter: a bit set of the words' hashes. The hashes of a word's hundreds of look-alikes follow from the hashes of
 * its beginnings and ends, so almost no look-alike has to be spelled out and looked up.
 * @param words Returns the whole vocabulary; called whenever the bit set must grow.
 */
export function createWordFilter(words: () => Iterable<string>): WordFilter {
  let shift = 32 - SMALLEST_BITS;
  let bits = new Int32Array(2 ** SMALLEST_BITS / 32);
  let count = 0;

  function mark(word: string): void {
    let hash = 0;
    for (let at = 0; at < word.length; at++) hash = (Math.imul(hash, BASE) + word.charCodeAt(at)) | 0;
    const bit = Math.imul(hash, 0x9e3779b1) >>> shift;
    bits[bit >>> 5] = (bits[bit >>> 5] as number) | (1 << (bit & 31));
  }

  function isMarked(hash: number): boolean {
    const bit = Math.imul(hash, 0x9e3779b1) >>> shift;
    return (((bits[bit >>> 5] as number) >>> (bit & 31)) & 1) === 1;
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
      const alphabet = alphabetOf(word);
      if (!alphabet) return [];
      const codes = alphabet.map((letter) => letter.charCodeAt(0));
      const { heads, tails, powers } = hashes(word);
      const found: string[] = [];
      for (let at = 0; at <= word.length; at++) {
        const head = Math.imul(heads[at] as number, BASE);
        const insertTail = tails[at] as number;
        const insertPower = powers[word.length - at] as number;
        const isEnd = at === word.length;
        const replaceTail = isEnd ? 0 : (tails[at + 1] as number);
        const replacePower = isEnd ? 0 : (powers[word.length - at - 1] as number);
        for (let letter = 0; letter < codes.length; letter++) {
          const start = head + (codes[letter] as number);
          if (isMarked((Math.imul(start, insertPower) + insertTail) | 0))
            found.push(word.slice(0, at) + alphabet[letter] + word.slice(at));
          if (!isEnd && isMarked((Math.imul(start, replacePower) + replaceTail) | 0))
            found.push(word.slice(0, at) + alphabet[letter] + word.slice(at + 1));
        }
        if (isEnd) break;
        if (isMarked((Math.imul(heads[at] as number, replacePower) + replaceTail) | 0))
          found.push(word.slice(0, at) + word.slice(at + 1));
        if (at + 1 < word.length) {
          const swapped = Math.imul(head + word.charCodeAt(at + 1), BASE) + word.charCodeAt(at);
          const rest = word.length - at - 2;
          if (isMarked((Math.imul(swapped, powers[rest] as number) + (tails[at + 2] as number)) | 0))
            found.push(word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2));
        }
      }
      return found.filter((term) => term !== word);
    },
  };
}

/** Hashes of a word's beginnings and ends by position, and the powers of the base by length. */
function hashes(word: string) {
  const heads = new Int32Array(word.length + 1);
  const tails = new Int32Array(word.length + 1);
  const powers = new Int32Array(word.length + 1).fill(1);
  for (let at = 0; at < word.length; at++) {
    heads[at + 1] = Math.imul(heads[at] as number, BASE) + word.charCodeAt(at);
    powers[at + 1] = Math.imul(powers[at] as number, BASE);
  }
  for (let at = word.length - 1; at >= 0; at--)
    tails[at] =
      Math.imul(word.charCodeAt(at), powers[word.length - at - 1] as number) + (tails[at + 1] as number);
  return { heads, tails, powers };
}
