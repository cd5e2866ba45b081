import { createGrowingArray } from "./growing-array.ts";

/** Frequencies from here on count as this: a posting is a slot in 24 bits and a frequency in 8. */
export const MAX_FREQUENCY = 255;
/** Most chunks in one space. */
export const MAX_SLOTS = 2 ** 24;

const STATE = 4;
const HEAD = 1;
const TAIL = 2;
const LINK = 3;
const SMALLEST_BLOCK = 3;
const LARGEST_BLOCK = 1023;

/** For each term its chunks and frequencies, in one block of memory. */
export interface Postings {
  append(term: number, slot: number, frequency: number): void;
  /** Copies a term's postings to the start of a buffer that is returned with their number; see `slotOf`. */
  read(term: number): { readonly buffer: Uint32Array; readonly count: number };
}

/** The chunk of a posting. */
export function slotOf(posting: number): number {
  return posting >>> 8;
}

/** The frequency of a posting, 1 to 255. */
export function frequencyOf(posting: number): number {
  return posting & 255;
}

/**
 * Makes empty postings. A term's first posting lies in its own cell, since half of all terms have no second one; the
 * rest lie in blocks, each about half as large as all before it, that end with a link to the next.
 */
export function createPostings(): Postings {
  const pool = createGrowingArray(256);
  // Per term: how many postings, the first one or where the first block starts, the next cell, the block's link cell.
  const terms = createGrowingArray();
  const scratch = createGrowingArray(1024);
  let used = 0;

  function blockAfter(count: number): number {
    return Math.min(LARGEST_BLOCK, Math.max(SMALLEST_BLOCK, count >> 1));
  }

  function openBlock(state: number, count: number): number {
    const size = blockAfter(count);
    pool.reserve(used + size + 1);
    const start = used;
    used += size + 1;
    terms.cells[state + LINK] = start + size;
    return start;
  }

  return {
    append(term, slot, frequency) {
      const state = term * STATE;
      terms.reserve(state + STATE);
      const cells = terms.cells;
      const posting = ((slot << 8) | Math.min(MAX_FREQUENCY, frequency)) >>> 0;
      const count = cells[state] as number;
      cells[state] = count + 1;
      if (count === 0) {
        cells[state + HEAD] = posting;
        return;
      }
      let tail = cells[state + TAIL] as number;
      if (count === 1) {
        tail = openBlock(state, count);
        pool.cells[tail] = cells[state + HEAD] as number;
        cells[state + HEAD] = tail;
        tail += 1;
      } else if (tail === cells[state + LINK]) {
        const link = tail;
        tail = openBlock(state, count);
        pool.cells[link] = tail;
      }
      pool.cells[tail] = posting;
      cells[state + TAIL] = tail + 1;
    },
    read(term) {
      const count = terms.cells[term * STATE] ?? 0;
      scratch.reserve(count);
      const buffer = scratch.cells;
      const head = terms.cells[term * STATE + HEAD] as number;
      if (count === 1) buffer[0] = head;
      if (count < 2) return { buffer, count };
      const cells = pool.cells;
      let at = head;
      let end = head + blockAfter(1);
      for (let index = 0; index < count; index++) {
        if (at === end) {
          at = cells[end] as number;
          end = at + blockAfter(index);
        }
        buffer[index] = cells[at++] as number;
      }
      return { buffer, count };
    },
  };
}
