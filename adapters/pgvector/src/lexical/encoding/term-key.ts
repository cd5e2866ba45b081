const WORD_SEED = 0;
const GRAM_SEED = 0x5bd1e995;

/** Hashes a word to an odd 53-bit key. Two words of a space collide with a probability below 1 in 10^9. */
export function wordKey(term: string): number {
  const key = hash(term, WORD_SEED);
  return isWordKey(key) ? key : key + 1;
}

/** Hashes a character gram to an even 53-bit key. */
export function gramKey(term: string): number {
  return even(hash(term, GRAM_SEED));
}

/** Returns the `gramKey` of a packed gram. @param start Its first two characters. @param end Its last two. */
export function packedGramKey(start: number, end: number): number {
  let low = LOW_START ^ GRAM_SEED;
  let high = HIGH_START ^ GRAM_SEED;
  for (let at = 0; at < 4; at++) {
    const code = ((at < 2 ? start : end) >>> (16 * (at & 1))) & 0xffff;
    if (code === 0) break;
    low = Math.imul(low ^ code, LOW_FACTOR);
    high = Math.imul(high ^ code, HIGH_FACTOR);
  }
  return even(combine(low, high));
}

/** Returns true for a key of `wordKey`. */
export function isWordKey(key: number): boolean {
  return (key & 1) === 1;
}

/** Shortens a word's key to 32 bits, never 0, for comparing the few words of a query with the words of a chunk. */
export function shortKey(key: number): number {
  return (Math.floor(key / 2) % 0xffffffff) + 1;
}

const LOW_START = 0xdeadbeef;
const HIGH_START = 0x41c6ce57;
const LOW_FACTOR = 2654435761;
const HIGH_FACTOR = 1597334677;

/** Mixes two multiplicative hashes over code units into 53 bits (the function known as cyrb53). */
function hash(term: string, seed: number): number {
  let low = LOW_START ^ seed;
  let high = HIGH_START ^ seed;
  for (let at = 0; at < term.length; at++) {
    const code = term.charCodeAt(at);
    low = Math.imul(low ^ code, LOW_FACTOR);
    high = Math.imul(high ^ code, HIGH_FACTOR);
  }
  return combine(low, high);
}

function combine(first: number, second: number): number {
  let [low, high] = [first, second];
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return 4294967296 * (2097151 & high) + (low >>> 0);
}

function even(key: number): number {
  return isWordKey(key) ? key - 1 : key;
}
