import { createGrowingArray, type PackedPostings, packPosting } from "@quarry/core/internal";

const STATE = 4;
const HEAD = 1;
const TAIL = 2;
const LINK = 3;
const SMALLEST_BLOCK = 3;
const LARGEST_BLOCK = 1023;

const scratch = createGrowingArray(1024);

/** Postings of many terms, concatenated without gaps. */
export interface DensePostings {
  /** End of each term's postings; they start at the end of the previous term's. */
  readonly ends: Uint32Array;
  readonly cells: Uint32Array;
}

/** The chunks and frequencies of each term. */
export interface Postings {
  append(term: number, slot: number, frequency: number): void;
  /** Returns a term's postings, valid until the next `read` or change, because all terms share one buffer. */
  read(term: number): PackedPostings;
}

/**
 * Creates postings. Appended ones share one memory pool: a term's first posting is stored in its own cell, since half
 * of all terms have no second one. The rest go into blocks, each about half as large as all before it, that end with
 * a link to the next.
 * @param dense Initial postings, which are not changed.
 */
export function createPostings(dense?: DensePostings): Postings {
  const pool = createGrowingArray(256);
  // Per term: number of postings, the first posting or the start of the first block, the next free cell, and the link
  // cell of the current block.
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
        // The cell after a full block links to the next.
        at = pool.cells[at + size] as number;
      }
      return { buffer, count };
    },
  };
}

function copy(from: Uint32Array, start: number, count: number, to: Uint32Array, at: number): void {
  for (let index = 0; index < count; index++) to[at + index] = from[start + index] as number;
}
