const WORD_SEED = 0;
const GRAM_SEED = 0x5bd1e995;

/** The key of a word: 53 bits, odd. Two words of a space share one with a chance below 1 in 10^9. */
export function wordKey(term: string): number {
  const key = hash(term, WORD_SEED);
  return isWordKey(key) ? key : key + 1;
}

/** The key of a gram: 53 bits, even. */
export function gramKey(term: string): number {
  const key = hash(term, GRAM_SEED);
  return isWordKey(key) ? key - 1 : key;
}

/** True for a key of `wordKey`. */
export function isWordKey(key: number): boolean {
  return (key & 1) === 1;
}

/** The key of a word in 32 bits, never 0, for comparing the few words of a question with those of a chunk. */
export function shortKey(key: number): number {
  return (Math.floor(key / 2) % 0xffffffff) + 1;
}

/** Two multiplicative hashes over code units, mixed into 53 bits (the function known as cyrb53). */
function hash(term: string, seed: number): number {
  let low = 0xdeadbeef ^ seed;
  let high = 0x41c6ce57 ^ seed;
  for (let at = 0; at < term.length; at++) {
    const code = term.charCodeAt(at);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return 4294967296 * (2097151 & high) + (low >>> 0);
}
