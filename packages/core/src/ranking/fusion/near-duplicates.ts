import {
  CJK,
  characterClass,
  codeAt,
  DIGIT,
  IGNORED,
  LATIN,
  SOUTHEAST_ASIAN,
} from "../../text/characters/character-classes.ts";
import { isAscii } from "../../text/characters/folding.ts";

const LEAST_SHARED = 0.9;
/** Bits of a fingerprint's set, and the cells that hold them. */
const SET_BITS = 1024;
const SET_CELLS = SET_BITS / 32;
const PRIME = 0x01000193;
/** A character that ends a word. */
const END = 0x20;

/** Hashes by which passages are compared. */
export interface PassageFingerprint {
  /** Three-word shingles in reading order; for a shorter text, the whole text. */
  readonly shingles: Int32Array;
  /** A bit for each shingle, which tells most passages apart without sorting. */
  readonly bits: Int32Array;
  /** Words with digits, which distinguish otherwise similar rows and clauses: ascending, each once. */
  readonly numbers: Int32Array;
  /** The shingles ascending, each once; undefined until a comparison needs them. */
  sorted: Int32Array | undefined;
}

/** Computes the hashes of a passage for `areNearDuplicates`. Ignores case, punctuation and white space. */
export function fingerprintOf(passage: string): PassageFingerprint {
  const { words, numbers } = hashWords(passage);
  const shingles = new Int32Array(Math.max(1, words.length - 2));
  const bits = new Int32Array(SET_CELLS);
  for (let at = 0; at < shingles.length; at++) {
    const hash = mix(mix(mix(0, words[at] ?? 0), words[at + 1] ?? 0), words[at + 2] ?? 0);
    shingles[at] = hash;
    const cell = (hash >>> 5) & (SET_CELLS - 1);
    bits[cell] = (bits[cell] as number) | (1 << (hash & 31));
  }
  return { shingles, bits, numbers: ascending(Int32Array.from(numbers)), sorted: undefined };
}

/** Sorts a copy of the hashes, without repetitions. */
function ascending(hashes: Int32Array): Int32Array {
  const sorted = hashes.slice().sort();
  let count = 0;
  for (let at = 0; at < sorted.length; at++)
    if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[count++] = sorted[at] as number;
  return sorted.slice(0, count);
}

/** True if two passages have the same numbers and a Jaccard similarity of their shingles of at least 0.9. */
export function areNearDuplicates(left: PassageFingerprint, right: PassageFingerprint): boolean {
  if (left.numbers.length !== right.numbers.length) return false;
  for (let at = 0; at < left.numbers.length; at++) if (left.numbers[at] !== right.numbers[at]) return false;
  if (lacksTooMany(left, right) || lacksTooMany(right, left)) return false;
  const [one, other] = [sortedShingles(left), sortedShingles(right)];
  const [few, many] = one.length < other.length ? [one, other] : [other, one];
  // If m shingles of the smaller set are missing from the larger one, the similarity is (small - m)/(large + m). Most
  // pairs exceed the allowed m early.
  const mostMissing = (few.length - LEAST_SHARED * many.length) / (1 + LEAST_SHARED);
  let missing = 0;
  let at = 0;
  for (const shingle of few) {
    if (missing > mostMissing) return false;
    while (at < many.length && (many[at] ?? 0) < shingle) at += 1;
    if (many[at] !== shingle) missing += 1;
  }
  return missing <= mostMissing;
}

function sortedShingles(passage: PassageFingerprint): Int32Array {
  passage.sorted ??= ascending(passage.shingles);
  return passage.sorted;
}

/** True if the other passage certainly lacks more than a tenth of all shingles: each bit that it lacks is one at least. */
function lacksTooMany({ bits, shingles }: PassageFingerprint, other: PassageFingerprint): boolean {
  let lacking = 0;
  for (let cell = 0; cell < SET_CELLS; cell++)
    lacking += bitCount((bits[cell] as number) & ~(other.bits[cell] as number));
  // Both together have at most as many shingles as one has, divided by the share that they have in common.
  return lacking > ((1 - LEAST_SHARED) / LEAST_SHARED) * shingles.length;
}

function bitCount(cell: number): number {
  const pairs = cell - ((cell >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** What a character is to a passage's words. */
const [BREAK, LETTER, NUMERAL, IDEOGRAPH] = [0, 1, 2, 3];

function kindOf(code: number): number {
  const found = characterClass(code);
  if (found === CJK) return IDEOGRAPH;
  if (found === DIGIT) return NUMERAL;
  return (found >= LATIN && found <= IGNORED) || found === SOUTHEAST_ASIAN ? LETTER : BREAK;
}

/** A table of its own for most characters: half of the time. */
const ASCII_KINDS = Uint8Array.from({ length: 128 }, (_, code) => kindOf(code));

function hashWords(passage: string): { words: number[]; numbers: number[] } {
  const text = (isAscii(passage) ? passage : passage.normalize("NFKC")).toLowerCase();
  const words: number[] = [];
  const numbers: number[] = [];
  let hash = 0;
  let hasDigit = false;
  // No function for the end of a word: variables that it captures are read from memory for every character.
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? codeAt(text, at) : END;
    if (code > 0xffff) at++;
    const kind = code < 128 ? (ASCII_KINDS[code] as number) : kindOf(code);
    if (kind === LETTER || kind === NUMERAL) {
      hash = Math.imul(hash ^ code, PRIME);
      hasDigit ||= kind === NUMERAL;
      continue;
    }
    if (hash !== 0) {
      words.push(mix(0, hash));
      if (hasDigit) numbers.push(hash);
      hash = 0;
      hasDigit = false;
    }
    if (kind === IDEOGRAPH) words.push(mix(0, code));
  }
  // A passage without words: hashes its characters.
  if (words.length === 0) for (const mark of text.trim()) words.push(mix(0, codeAt(mark, 0)));
  return { words, numbers };
}

/** Mixes a number into a hash. Never returns 0, which stands for an empty word. */
function mix(hash: number, value: number): number {
  const mixed = Math.imul((hash ^ value) + 0x9e3779b9, 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) | 0 || 1;
}
