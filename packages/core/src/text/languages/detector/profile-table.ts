import { LANGUAGES, PROFILES } from "./profiles.ts";

/** A hash table of n-grams in typed arrays, which take a fraction of the memory of objects. */
export interface ProfileTable {
  /**
   * Adds the weights of an n-gram to the scores of its languages.
   * @param low The first four bytes, lowest first; `high`: the other two.
   */
  addTo(scores: Int32Array, low: number, high: number): void;
}

/** A power of two, so that the hash's first bits are a slot; 49,553 n-grams fill a third. */
const SLOTS = 131_072;
const HASH_SHIFT = 15;
/** The weights' first character in the packed profiles. */
const FIRST_WEIGHT = 0x4000;
/** The database stores weights without this minimum. */
const LEAST_WEIGHT = 53;
/** Marks the last weight of an n-gram. */
const LAST = 0x8000;

/** The slot in which a table looks for an n-gram first. */
export function hashNgram(low: number, high: number): number {
  return Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b) >>> HASH_SHIFT;
}

/** Unpacks the profiles. */
export function createProfileTable(): ProfileTable {
  const lows = new Uint32Array(SLOTS);
  const highs = new Uint16Array(SLOTS);
  /** Where the weights of a slot's n-gram start; 0 for an empty slot. */
  const starts = new Uint32Array(SLOTS);
  const weights = new Uint16Array(PROFILES.length);

  /** The slot of an n-gram, or the empty slot where it would be. */
  function find(low: number, high: number): number {
    let slot = hashNgram(low, high);
    while (starts[slot] !== 0 && (lows[slot] !== low || highs[slot] !== high))
      slot = (slot + 1) & (SLOTS - 1);
    return slot;
  }

  let used = 1;
  for (let at = 0; at < PROFILES.length; ) {
    const bytes = [0, 0, 0, 0, 0, 0];
    for (let byte = 0; PROFILES.charCodeAt(at) < FIRST_WEIGHT; at += 1, byte += 1)
      bytes[byte] = PROFILES.charCodeAt(at) & 0xff;
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = bytes;
    const low = (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
    const slot = find(low, e | (f << 8));
    lows[slot] = low;
    highs[slot] = e | (f << 8);
    starts[slot] = used;
    for (; PROFILES.charCodeAt(at) >= FIRST_WEIGHT; at += 1, used += 1)
      weights[used] = PROFILES.charCodeAt(at) - FIRST_WEIGHT;
    weights[used - 1] = (weights[used - 1] ?? 0) | LAST;
  }

  return {
    addTo(scores, low, high) {
      let at = starts[find(low, high)] ?? 0;
      for (let weight = 0; at !== 0 && weight < LAST; at += 1) {
        weight = weights[at] ?? LAST;
        const language = (weight >> 8) & 0x7f;
        scores[language] = (scores[language] ?? 0) + (weight & 0xff) + LEAST_WEIGHT;
      }
    },
  };
}

/** Number of languages with a profile. */
export const LANGUAGE_COUNT = LANGUAGES.length;
