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

/** Hashes by which passages are compared: ascending, each once. Arrays take a tenth of the memory of sets. */
export interface PassageFingerprint {
  /** Three-word shingles; for a shorter text, the whole text. */
  readonly shingles: Int32Array;
  /** Words with digits, which distinguish otherwise similar rows and clauses. */
  readonly numbers: Int32Array;
}

/** Computes the hashes of a passage for `areNearDuplicates`. Ignores case, punctuation and white space. */
export function fingerprintOf(passage: string): PassageFingerprint {
  const { words, numbers } = hashWords(passage);
  const shingles = new Int32Array(Math.max(1, words.length - 2));
  for (let at = 0; at < shingles.length; at++)
    shingles[at] = mix(mix(mix(0, words[at] ?? 0), words[at + 1] ?? 0), words[at + 2] ?? 0);
  return { shingles: ascending(shingles), numbers: ascending(Int32Array.from(numbers)) };
}

/** Sorts the hashes in place and removes repetitions. */
function ascending(hashes: Int32Array): Int32Array {
  hashes.sort();
  let count = 0;
  for (const hash of hashes) if (count === 0 || hashes[count - 1] !== hash) hashes[count++] = hash;
  return hashes.slice(0, count);
}

/** True if two passages have the same numbers and a Jaccard similarity of their shingles of at least 0.9. */
export function areNearDuplicates(left: PassageFingerprint, right: PassageFingerprint): boolean {
  if (left.numbers.length !== right.numbers.length) return false;
  for (let at = 0; at < left.numbers.length; at++) if (left.numbers[at] !== right.numbers[at]) return false;
  const isLeftShorter = left.shingles.length < right.shingles.length;
  const [few, many] = isLeftShorter ? [left.shingles, right.shingles] : [right.shingles, left.shingles];
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

function hashWords(passage: string): { words: number[]; numbers: number[] } {
  const text = (isAscii(passage) ? passage : passage.normalize("NFKC")).toLowerCase();
  const words: number[] = [];
  const numbers: number[] = [];
  let hash = 0;
  let hasDigit = false;
  const endWord = () => {
    if (hash !== 0) words.push(hash);
    if (hash !== 0 && hasDigit) numbers.push(hash);
    hash = 0;
    hasDigit = false;
  };
  for (let at = 0; at < text.length; ) {
    const code = codeAt(text, at);
    const found = characterClass(code);
    const isLetter = (found >= LATIN && found <= IGNORED) || found === SOUTHEAST_ASIAN || found === CJK;
    if (!isLetter || found === CJK) endWord();
    if (isLetter) hash = mix(hash, code);
    if (found === DIGIT) hasDigit = true;
    if (found === CJK) endWord();
    at += code > 0xffff ? 2 : 1;
  }
  endWord();
  // A passage without words: hashes its characters.
  if (words.length === 0) for (const mark of text.trim()) words.push(mix(0, codeAt(mark, 0)));
  return { words, numbers };
}

/** Mixes a number into a hash. Never returns 0, which stands for an empty word. */
function mix(hash: number, value: number): number {
  const mixed = Math.imul((hash ^ value) + 0x9e3779b9, 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) | 0 || 1;
}
