import { dotAt } from "./vector-arithmetic.ts";

/** Vectors of one length by slot, in blocks, so that growing rarely copies existing vectors. */
export interface VectorBlocks {
  /** Returns a view of a slot's vector, valid until the next `write`. */
  at(slot: number): Float32Array;
  /** Writes a slot's vector and allocates the slot if necessary. */
  write(slot: number, vector: Float32Array): void;
  holds(slot: number, vector: Float32Array): boolean;
  /** Inner product with a slot's vector, in [-1, 1] because all vectors have length 1. */
  score(slot: number, question: Float64Array): number;
  /** Scores all slots of a range and calls `visit` for scores of at least `least`, which `visit` may raise. */
  scan(range: SlotRange, question: Float64Array, least: number, visit: Visit): void;
}

/** Slots from `start` up to, not including, `end`. */
export interface SlotRange {
  readonly start: number;
  readonly end: number;
}

/** Receives a slot and its score; returns the new minimum score. */
export type Visit = (slot: number, score: number) => number;

const BLOCK_BYTES = 512 * 1024;
const SMALLEST = 16;

/** Creates blocks of vectors of `dimensions` numbers. */
export function createVectorBlocks(dimensions: number): VectorBlocks {
  const fitting = Math.floor(BLOCK_BYTES / Float32Array.BYTES_PER_ELEMENT / dimensions);
  const shift = Math.min(10, Math.max(0, Math.floor(Math.log2(fitting))));
  const size = 2 ** shift;
  const blocks: Float32Array[] = [];

  /** Starts with a small first block, so that thousands of small spaces need little memory. */
  function makeRoom(block: number, slot: number) {
    const [before, needed] = [blocks[block], (slot % size) + 1];
    if (before && before.length >= needed * dimensions) return;
    const doubled = 2 ** Math.ceil(Math.log2(needed));
    const slots = block > 0 ? size : Math.min(size, Math.max(SMALLEST, doubled));
    const larger = new Float32Array(slots * dimensions);
    if (before) larger.set(before);
    blocks[block] = larger;
  }

  return {
    at(slot) {
      const start = (slot & (size - 1)) * dimensions;
      return (blocks[slot >>> shift] as Float32Array).subarray(start, start + dimensions);
    },

    // `write` and `holds` create no views: millions of writes would produce too much garbage.
    write(slot, vector) {
      makeRoom(slot >>> shift, slot);
      (blocks[slot >>> shift] as Float32Array).set(vector, (slot & (size - 1)) * dimensions);
    },

    holds(slot, vector) {
      const [block, start] = [blocks[slot >>> shift], (slot & (size - 1)) * dimensions];
      for (let index = 0; index < dimensions; index += 1)
        if (block?.[start + index] !== vector[index]) return false;
      return true;
    },

    score(slot, question) {
      const block = blocks[slot >>> shift] as Float32Array;
      return clamped(dotAt(block, (slot & (size - 1)) * dimensions, question));
    },

    scan({ start, end }, question, least, visit) {
      let threshold = least;
      for (let slot = start; slot < end; ) {
        const block = blocks[slot >>> shift] as Float32Array;
        const stop = Math.min(end, slot - (slot & (size - 1)) + size);
        for (let at = (slot & (size - 1)) * dimensions; slot < stop; at += dimensions, slot += 1) {
          const score = dotAt(block, at, question);
          // A score rounded to slightly below -1 counts as -1, which may be the threshold.
          if (score >= threshold || (score < -1 && threshold <= -1)) threshold = visit(slot, clamped(score));
        }
      }
    },
  };
}

/** Corrects rounding: 32-bit vectors may be slightly longer than 1. */
function clamped(score: number): number {
  return Math.max(-1, Math.min(1, score));
}
