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

/** Hashes by which passages are compared. */
export interface PassageFingerprint {
  /** Three-word shingles; for a shorter text, the whole text. */
  readonly shingles: ReadonlySet<number>;
  /** Words with digits, which distinguish otherwise similar rows and clauses. */
  readonly numbers: ReadonlySet<number>;
}

/** Computes the hashes of a passage for `areNearDuplicates`. Ignores case, punctuation and white space. */
export function fingerprintOf(passage: string): PassageFingerprint {
  const { words, numbers } = hashWords(passage);
  const shingles = new Set<number>();
  for (let at = 0; at === 0 || at + 2 < words.length; at++) {
    let hash = 0;
    for (const word of [words[at], words[at + 1], words[at + 2]]) hash = mix(hash, word ?? 0);
    shingles.add(hash);
  }
  return { shingles, numbers };
}

/** True if two passages have the same numbers and a Jaccard similarity of their shingles of at least 0.9. */
export function areNearDuplicates(left: PassageFingerprint, right: PassageFingerprint): boolean {
  if (left.numbers.size !== right.numbers.size) return false;
  for (const number of left.numbers) if (!right.numbers.has(number)) return false;
  const [few, many] = [left.shingles, right.shingles].sort((a, b) => a.size - b.size) as [
    ReadonlySet<number>,
    ReadonlySet<number>,
  ];
  // If m shingles of the smaller set are missing from the larger one, the similarity is (small - m)/(large + m). Most
  // pairs exceed the allowed m early.
  const mostMissing = (few.size - LEAST_SHARED * many.size) / (1 + LEAST_SHARED);
  let missing = 0;
  for (const shingle of few) {
    if (missing > mostMissing) return false;
    if (!many.has(shingle)) missing += 1;
  }
  return missing <= mostMissing;
}

function hashWords(passage: string): { words: number[]; numbers: Set<number> } {
  const text = (isAscii(passage) ? passage : passage.normalize("NFKC")).toLowerCase();
  const words: number[] = [];
  const numbers = new Set<number>();
  let hash = 0;
  let hasDigit = false;
  const endWord = () => {
    if (hash !== 0) words.push(hash);
    if (hash !== 0 && hasDigit) numbers.add(hash);
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
