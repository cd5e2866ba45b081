import { dotAt, type QueryVector } from "./query-vector.ts";
import { encodingOf, type VectorNumbers } from "./vector-encoding.ts";

/** A stored vector: its numbers, each to be multiplied by `scale`. */
export interface EncodedVector {
  readonly scale: number;
  readonly numbers: VectorNumbers;
}

/** Vectors of one length by slot, in blocks, so that growing rarely copies existing vectors. */
export interface VectorBlocks {
  /** Returns a slot's vector, valid until the next `write`. */
  at(slot: number): Float32Array;
  /** Returns a view of a slot's vector as it is stored, valid until the next `write`. */
  encodedAt(slot: number): EncodedVector;
  /** Writes a slot's vector, of length 1, and allocates the slot if necessary. */
  write(slot: number, vector: Float32Array): void;
  holds(slot: number, vector: Float32Array): boolean;
  /** Replaces the vectors of all slots by the same ones, without a copy. */
  adopt(vectors: StoredVectors): void;
  /**
   * Reads a number of each cache line of a slot's vector, so that the processor loads several vectors at the same time. Returns
   * their sum: the compiler leaves out loads that nothing depends on.
   */
  touch(slot: number): number;
  /** Cosine with a slot's vector, in [-1, 1]. */
  score(slot: number, query: QueryVector): number;
  /** Scores all slots of a range and calls `visit` for scores of at least `least`, which `visit` may raise. */
  scan(range: SlotRange, query: QueryVector, least: number, visit: Visit): void;
}

/** Slots from `start` up to, not including, `end`. */
export interface SlotRange {
  readonly start: number;
  readonly end: number;
}

/** Receives a slot and its score; returns the new minimum score. */
export type Visit = (slot: number, score: number) => number;

/** The vectors of the first slots, as they are stored. */
export interface StoredVectors {
  readonly numbers: VectorNumbers;
  /** One for each vector. */
  readonly scales: Float32Array;
}

type Block = StoredVectors;

const BLOCK_BYTES = 512 * 1024;
const SMALLEST = 16;
const CACHE_LINE_BYTES = 64;

/** Creates blocks of vectors of `dimensions` numbers. */
export function createVectorBlocks(dimensions: number): VectorBlocks {
  const { allocate, encode, bytesPerNumber } = encodingOf(dimensions);
  const fitting = Math.floor(BLOCK_BYTES / bytesPerNumber / dimensions);
  const shift = Math.min(10, Math.max(0, Math.floor(Math.log2(fitting))));
  const size = 2 ** shift;
  const blocks: Block[] = [];
  const compared = allocate(dimensions);
  const numbersPerLine = CACHE_LINE_BYTES / bytesPerNumber;

  const startOf = (slot: number) => (slot & (size - 1)) * dimensions;

  /** Starts with a small first block, so that thousands of small spaces need little memory. */
  function blockFor(slot: number): Block {
    const [number, needed] = [slot >>> shift, (slot & (size - 1)) + 1];
    const before = blocks[number];
    if (before && before.scales.length >= needed) return before;
    const doubled = 2 ** Math.ceil(Math.log2(needed));
    const slots = number > 0 ? size : Math.min(size, Math.max(SMALLEST, doubled));
    const larger = { numbers: allocate(slots * dimensions), scales: new Float32Array(slots) };
    if (before) larger.numbers.set(before.numbers);
    if (before) larger.scales.set(before.scales);
    blocks[number] = larger;
    return larger;
  }

  function encodedAt(slot: number): EncodedVector {
    const { numbers, scales } = blocks[slot >>> shift] as Block;
    const start = startOf(slot);
    return {
      scale: scales[slot & (size - 1)] as number,
      numbers: numbers.subarray(start, start + dimensions),
    };
  }

  return {
    encodedAt,

    adopt({ numbers, scales }) {
      blocks.length = 0;
      for (let start = 0; start < scales.length; start += size)
        blocks.push({
          numbers: numbers.subarray(start * dimensions, (start + size) * dimensions),
          scales: scales.subarray(start, start + size),
        });
    },

    at(slot) {
      const { scale, numbers } = encodedAt(slot);
      if (numbers instanceof Float32Array) return numbers;
      // Many times as fast as `from`, which iterates.
      const vector = new Float32Array(numbers.length);
      for (let index = 0; index < numbers.length; index += 1)
        vector[index] = (numbers[index] as number) * scale;
      return vector;
    },

    // `write` and `holds` create no views: millions of writes would produce too much garbage.
    write(slot, vector) {
      const { numbers, scales } = blockFor(slot);
      scales[slot & (size - 1)] = encode(vector, numbers, startOf(slot));
    },

    holds(slot, vector) {
      const { numbers, scales } = blocks[slot >>> shift] as Block;
      if (scales[slot & (size - 1)] !== encode(vector, compared, 0)) return false;
      const start = startOf(slot);
      for (let index = 0; index < dimensions; index += 1)
        if (numbers[start + index] !== compared[index]) return false;
      return true;
    },

    touch(slot) {
      const { numbers } = blocks[slot >>> shift] as Block;
      const start = startOf(slot);
      let sum = 0;
      for (let at = 0; at < dimensions; at += numbersPerLine) sum += numbers[start + at] as number;
      return sum;
    },

    score(slot, query) {
      const { numbers, scales } = blocks[slot >>> shift] as Block;
      return clamped(dotAt(numbers, startOf(slot), query) * (scales[slot & (size - 1)] as number));
    },

    scan({ start, end }, query, least, visit) {
      let threshold = least;
      for (let slot = start; slot < end; ) {
        const { numbers, scales } = blocks[slot >>> shift] as Block;
        const stop = Math.min(end, slot - (slot & (size - 1)) + size);
        for (let at = startOf(slot); slot < stop; at += dimensions, slot += 1) {
          const score = dotAt(numbers, at, query) * (scales[slot & (size - 1)] as number);
          // A score rounded to slightly below -1 counts as -1, which may be the threshold.
          if (score >= threshold || (score < -1 && threshold <= -1)) threshold = visit(slot, clamped(score));
        }
      }
    },
  };
}

/** Corrects rounding: stored vectors may be slightly longer than 1. */
function clamped(score: number): number {
  return Math.max(-1, Math.min(1, score));
}
