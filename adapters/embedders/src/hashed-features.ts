import { GRAM_CELLS, type RunHashes, type TermRun } from "@quarry/core/internal";

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

const PRIME = 0x01000193;

/** 32-bit FNV-1a over UTF-16 code units, finalized as in MurmurHash3 so that every bit depends on every character. */
function hashTerm(term: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), PRIME);
  return finalized(hash);
}

/** As `hashTerm`, of a packed gram. */
function hashGram(low: number, high: number, seed: number): number {
  let hash = Math.imul(seed ^ (low & 0xffff), PRIME);
  if (low >>> 16 !== 0) hash = Math.imul(hash ^ (low >>> 16), PRIME);
  if ((high & 0xffff) !== 0) hash = Math.imul(hash ^ (high & 0xffff), PRIME);
  if (high >>> 16 !== 0) hash = Math.imul(hash ^ (high >>> 16), PRIME);
  return finalized(hash);
}

function finalized(mixed: number): number {
  let hash = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
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

function hashesOf(run: TermRun): RunHashes {
  if (run.hashes) return run.hashes;
  const [words, wordCount] = stopTermsLast(hashTerms([...run.sequence, ...run.joined], WORDS), WORDS);
  const [grams, gramCount] = stopTermsLast(hashGrams(run.grams), GRAMS);
  run.hashes = { words, wordCount, grams, gramCount };
  return run.hashes;
}

/** Hashes the terms of runs ahead of {@link hashedFeatures}, which takes long for many. Returns the runs. */
export function hashRuns(runs: readonly TermRun[]): readonly TermRun[] {
  for (const run of runs) hashesOf(run);
  return runs;
}

function hashTerms(terms: readonly string[], { seed }: FeatureBlock): Uint32Array {
  return Uint32Array.from(terms, (term) => hashTerm(term, seed));
}

function hashGrams(packed: Uint32Array): Uint32Array {
  const hashes = new Uint32Array(packed.length / GRAM_CELLS);
  for (let at = 0; at < hashes.length; at++)
    hashes[at] = hashGram(
      packed[GRAM_CELLS * at] as number,
      packed[GRAM_CELLS * at + 1] as number,
      GRAMS.seed,
    );
  return hashes;
}

/** Moves the hashes of stop terms to the end. Returns the number of the others. */
function stopTermsLast(hashes: Uint32Array, { stop }: FeatureBlock): [Uint32Array, count: number] {
  const ordered = new Uint32Array(hashes.length);
  let [count, end] = [0, hashes.length];
  for (let at = 0; at < hashes.length; at++) {
    const hash = hashes[at] as number;
    if (stop.has(hash)) ordered[--end] = hash;
    else ordered[count++] = hash;
  }
  return [ordered, count];
}

/** Takes the hashes of a text: one growing buffer, because an array for each text costs more than the hashing. */
let buffer = new Uint32Array(4096);

/** Collects the hashes of all words or grams; of the stop terms when a text has no others, as "to be or not to be". */
function collect(
  hashed: readonly RunHashes[],
  list: "words" | "grams",
  count: "wordCount" | "gramCount",
): Uint32Array {
  let total = 0;
  for (const run of hashed) total += run[count];
  const isStopped = total === 0;
  if (isStopped) for (const run of hashed) total += run[list].length;
  if (total > buffer.length) buffer = new Uint32Array(2 * total);
  let at = 0;
  for (const run of hashed) {
    const hashes = run[list];
    const length = isStopped ? hashes.length : run[count];
    for (let index = 0; index < length; index++) buffer[at++] = hashes[index] as number;
  }
  return buffer.subarray(0, total);
}

/** Used for all texts, because garbage of two arrays for each question costs more than filling them with zeros. */
let sum = new Float64Array(0);
let part = new Float64Array(0);

/** A term's weight by its count. */
const WEIGHTS = Float64Array.from({ length: 64 }, (_, count) => 1 + Math.log(count));

/** Adds each term's weight, 1 + ln of its count, at its position. Sorting counts equal terms faster than a map. */
function addBlock(hashes: Uint32Array, weight: number): void {
  hashes.sort();
  part.fill(0);
  for (let start = 0, end = 0; start < hashes.length; start = end) {
    const hash = hashes[start] ?? 0;
    while (end < hashes.length && hashes[end] === hash) end += 1;
    const at = (hash >>> 1) % part.length;
    const value = WEIGHTS[end - start] ?? 1 + Math.log(end - start);
    part[at] = (part[at] as number) + (2 * (hash & 1) - 1) * value;
  }
  scaleToLength(part, weight);
  for (let at = 0; at < part.length; at++) sum[at] = (sum[at] as number) + (part[at] as number);
}

function scaleToLength(vector: Float64Array, length: number): void {
  let squares = 0;
  // Not `for of`, which is ten times slower on a typed array.
  for (let at = 0; at < vector.length; at++) {
    const value = vector[at] as number;
    squares += value * value;
  }
  if (squares === 0) return;
  const scale = length / Math.sqrt(squares);
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) * scale;
}

/**
 * Embeds a text by signed feature hashing (RANKING.md, Fusion). There is no idf weight, which would go stale. The vectors
 * of words and 4-grams are scaled to lengths 0.8 and 0.6 and added; the sum has length 1. Without terms it is zeros.
 */
export function hashedFeatures(runs: readonly TermRun[], dimensions: number): Float32Array {
  const hashed = runs.map(hashesOf);
  if (sum.length !== dimensions) [sum, part] = [new Float64Array(dimensions), new Float64Array(dimensions)];
  sum.fill(0);
  addBlock(collect(hashed, "words", "wordCount"), WORDS.weight);
  addBlock(collect(hashed, "grams", "gramCount"), GRAMS.weight);
  scaleToLength(sum, 1);
  return new Float32Array(sum);
}
