import { createRotatingCache } from "../../structures/rotating-cache.ts";
import { alphabetOf } from "./fuzzy-words.ts";

/** The strings one edit apart from a word, as hashes: a few hundred. */
export interface LookAlikes {
  /** As `wordHash` returns them. */
  readonly hashes: Int32Array;
  /** Spells the string of a hash. */
  at(index: number): string;
}

const BASE = 0x01000193;

/** Hashes a word. */
export function wordHash(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at++) hash = (Math.imul(hash, BASE) + word.charCodeAt(at)) | 0;
  return hash;
}

/** A question needs the look-alikes of the same few words in many spaces. */
const CACHED_WORDS = 64;
const cached = createRotatingCache<LookAlikes>(CACHED_WORDS);
const NONE: LookAlikes = { hashes: new Int32Array(0), at: () => "" };

/** Returns the strings of `wordsOneEditApart`; some may equal the word. */
export function lookAlikes(word: string): LookAlikes {
  const known = cached.get(word);
  if (known) return known;
  const alphabet = alphabetOf(word);
  const made = alphabet ? hashLookAlikes(word, alphabet) : NONE;
  cached.set(word, made);
  return made;
}

/** The hashes follow from the hashes of the word's beginnings and ends, so no string has to be spelled out. */
function hashLookAlikes(word: string, alphabet: readonly string[]): LookAlikes {
  const codes = alphabet.map((letter) => letter.charCodeAt(0));
  const { heads, tails, powers } = partHashes(word);
  const perPlace = 2 * codes.length + 2;
  const hashes = new Int32Array(word.length * perPlace + codes.length);
  let used = 0;
  for (let at = 0; at <= word.length; at++) {
    const head = Math.imul(heads[at] as number, BASE);
    const rest = word.length - at;
    for (const code of codes)
      hashes[used++] = Math.imul(head + code, powers[rest] as number) + (tails[at] as number);
    if (rest === 0) break;
    const [power, tail] = [powers[rest - 1] as number, tails[at + 1] as number];
    for (const code of codes) hashes[used++] = Math.imul(head + code, power) + tail;
    hashes[used++] = Math.imul(heads[at] as number, power) + tail;
    if (rest === 1) {
      // Nothing to swap with: the word itself, which is ignored.
      hashes[used++] = heads[word.length] as number;
      continue;
    }
    const swapped = Math.imul(head + word.charCodeAt(at + 1), BASE) + word.charCodeAt(at);
    hashes[used++] = Math.imul(swapped, powers[rest - 2] as number) + (tails[at + 2] as number);
  }

  function spell(index: number): string {
    const at = Math.floor(index / perPlace);
    const change = index % perPlace;
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    if (change < codes.length) return head + alphabet[change] + tail;
    if (change < 2 * codes.length) return head + alphabet[change - codes.length] + tail.slice(1);
    if (change === 2 * codes.length) return head + tail.slice(1);
    return head + tail.charAt(1) + tail.charAt(0) + tail.slice(2);
  }
  return { hashes, at: spell };
}

/** Hashes of a word's beginnings and ends by position, and the powers of the base by length. */
function partHashes(word: string) {
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
