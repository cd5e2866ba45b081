import { type PackedPostings, packPosting } from "@quarry/core/internal";
import { createGrowingArray } from "./growing-array.ts";

const STATE = 4;
const HEAD = 1;
const TAIL = 2;
const LINK = 3;
const SMALLEST_BLOCK = 3;
const LARGEST_BLOCK = 1023;

const scratch = createGrowingArray(1024);

/** Postings of many terms end to end, without gaps. */
export interface DensePostings {
  /** Where each term's postings end; they start where those of the term before end. */
  readonly ends: Uint32Array;
  readonly cells: Uint32Array;
}

/** For each term its chunks and frequencies. */
export interface Postings {
  append(term: number, slot: number, frequency: number): void;
  /** A term's postings, valid until the next `read` or change: all postings share the buffer that some are copied to. */
  read(term: number): PackedPostings;
}

/**
 * Makes postings. Appended ones lie in one block of memory: a term's first posting in its own cell, since half of all
 * terms have no second one; the rest in blocks, each about half as large as all before it, that end with a link to
 * the next.
 * @param dense Postings to start with, which stay as they are.
 */
export function createPostings(dense?: DensePostings): Postings {
  const pool = createGrowingArray(256);
  // Per term: how many postings, the first one or where the first block starts, the next cell, the block's link cell.
  const terms = createGrowingArray();
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
      const posting = packPosting(slot, frequency);
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
      const denseEnd = dense?.ends[term] ?? 0;
      const denseStart = denseEnd === 0 || term === 0 ? 0 : (dense?.ends[term - 1] as number);
      const before = denseEnd - denseStart;
      const appended = terms.cells[term * STATE] ?? 0;
      const count = before + appended;
      if (dense && appended === 0) return { buffer: dense.cells.subarray(denseStart, denseEnd), count };
      scratch.reserve(count);
      const buffer = scratch.cells;
      if (dense) copy(dense.cells, denseStart, before, buffer, 0);
      const head = terms.cells[term * STATE + HEAD] as number;
      if (appended === 1) buffer[before] = head;
      if (appended < 2) return { buffer, count };
      let at = head;
      for (let done = 0, size = blockAfter(1); done < appended; size = blockAfter(done)) {
        const length = Math.min(size, appended - done);
        copy(pool.cells, at, length, buffer, before + done);
        done += length;
        // The cell after a full block is its link.
        at = pool.cells[at + size] as number;
      }
      return { buffer, count };
    },
  };
}

function copy(from: Uint32Array, start: number, count: number, to: Uint32Array, at: number): void {
  for (let index = 0; index < count; index++) to[at + index] = from[start + index] as number;
}
