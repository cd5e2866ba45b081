/**
 * English function words, as the analyzer stems and folds them. A change here changes vectors, and so needs a new
 * version in the embedder's `model`.
 */
const STOP_WORDS = (
  "a an and are as at be but by can did do doe for from had has have he her his how i if in into is it its me my no " +
  "not of on or our she so such that the their them then there these they this those to us was we were what when " +
  "where which who why will with would you your"
).split(" ");

/** The 4-grams of the stop words. */
const STOP_GRAMS = STOP_WORDS.flatMap((word) => {
  const marked = `_${word}_`;
  return Array.from({ length: Math.max(1, marked.length - 3) }, (_, at) => marked.slice(at, at + 4));
});

/** 32-bit FNV-1a over UTF-16 code units, finalized as in MurmurHash3 so that every bit depends on every character. */
function hashTerm(term: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** One of the two feature types, words and 4-grams. */
interface FeatureBlock {
  /** Start value of the hash, so that a word and a 4-gram with the same characters have different hashes. */
  readonly seed: number;
  /** Length of the block's vector before both are added. */
  readonly weight: number;
  /** Hashes of the terms to skip. */
  readonly stop: ReadonlySet<number>;
}

function block(seed: number, weight: number, stopTerms: readonly string[]): FeatureBlock {
  return { seed, weight, stop: new Set(stopTerms.map((term) => hashTerm(term, seed))) };
}

const WORDS = block(0x811c9dc5, 0.8, STOP_WORDS);
const GRAMS = block(0x2f0b4a7d, 0.6, STOP_GRAMS);
const NO_STOP_TERMS: ReadonlySet<number> = new Set();

/** Hashes all terms except stop terms. */
function hashTerms(
  lists: readonly (readonly string[])[],
  seed: number,
  stop: ReadonlySet<number>,
): Uint32Array {
  const hashes = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let count = 0;
  for (const list of lists) {
    for (const term of list) {
      const hash = hashTerm(term, seed);
      if (!stop.has(hash)) hashes[count++] = hash;
    }
  }
  return hashes.subarray(0, count);
}

/** Adds each term's weight, 1 + ln of its count, at its position. Sorting counts equal terms faster than a map. */
function addBlock(
  vector: Float64Array,
  lists: readonly (readonly string[])[],
  { seed, weight, stop }: FeatureBlock,
): void {
  let hashes = hashTerms(lists, seed, stop);
  // Keep the stop words of a text that has no other words, such as "to be or not to be".
  if (hashes.length === 0) hashes = hashTerms(lists, seed, NO_STOP_TERMS);
  hashes.sort();
  const part = new Float64Array(vector.length);
  for (let start = 0, end = 0; start < hashes.length; start = end) {
    const hash = hashes[start] ?? 0;
    while (end < hashes.length && hashes[end] === hash) end += 1;
    const at = (hash >>> 1) % part.length;
    const value = 1 + Math.log(end - start);
    part[at] = (part[at] ?? 0) + (hash & 1 ? value : -value);
  }
  scaleToLength(part, weight);
  for (let at = 0; at < part.length; at++) vector[at] = (vector[at] ?? 0) + (part[at] ?? 0);
}

function scaleToLength(vector: Float64Array, length: number): void {
  let sum = 0;
  // Not `for of`, which is ten times slower on a typed array.
  for (let at = 0; at < vector.length; at++) {
    const value = vector[at] as number;
    sum += value * value;
  }
  if (sum === 0) return;
  const scale = length / Math.sqrt(sum);
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) * scale;
}

/** The analyzer's terms of one text, including repetitions. */
export interface HashedTerms {
  readonly sequence: readonly string[];
  readonly joined: readonly string[];
  readonly grams: readonly string[];
}

/**
 * Embeds a text by signed feature hashing (RANKING.md, Fusion). There is no idf weight, which would go stale. The vectors
 * of words and 4-grams are scaled to lengths 0.8 and 0.6 and added; the sum has length 1. Without terms it is zeros.
 */
export function hashedFeatures({ sequence, joined, grams }: HashedTerms, dimensions: number): Float32Array {
  const vector = new Float64Array(dimensions);
  addBlock(vector, [sequence, joined], WORDS);
  addBlock(vector, [grams], GRAMS);
  scaleToLength(vector, 1);
  return Float32Array.from(vector);
}
