import { createGrowingArray, type PackedPostings, packPosting } from "@quarry/core/internal";

const STATE = 4;
const HEAD = 1;
const TAIL = 2;
const LINK = 3;
const SMALLEST_BLOCK = 3;
/** A term with more appended postings has an array of its own, so that reading them needs no copy. */
const LONGEST_CHAIN = 64;

const scratch = new Uint32Array(LONGEST_CHAIN);
const NOTHING: PackedPostings = { buffer: scratch, count: 0 };

/** Postings of many terms, concatenated without gaps. */
export interface DensePostings {
  /** End of each term's postings; they start at the end of the previous term's. */
  readonly ends: Uint32Array;
  readonly cells: Uint32Array;
}

/** The chunks and frequencies of each term. */
export interface Postings {
  append(term: number, slot: number, frequency: number): void;
  /** Number of a term's postings. */
  count(term: number): number;
  /** Returns a term's initial postings. All their slots are below the slots of appended ones. */
  dense(term: number): PackedPostings;
  /** Returns a term's appended postings, valid until the next call or change, because short lists share one buffer. */
  appended(term: number): PackedPostings;
}

/**
 * Creates postings. Appended ones share one memory pool: a term's first posting is stored in its own cell, since half
 * of all terms have no second one. The rest go into blocks, each about half as large as all before it, that end with
 * a link to the next. Long lists move to an array of their own.
 * @param dense Initial postings, which are not changed.
 */
export function createPostings(dense?: DensePostings): Postings {
  const pool = createGrowingArray(256);
  // Per term: number of postings, the first posting, the start of the first block or the number of the long list, the
  // next free cell, and the link cell of the current block.
  const terms = createGrowingArray();
  const longLists: Uint32Array[] = [];
  let used = 0;

  const denseEnd = (term: number) => dense?.ends[term] ?? 0;
  const denseStart = (term: number) =>
    term === 0 || denseEnd(term) === 0 ? 0 : (dense?.ends[term - 1] as number);

  function blockAfter(count: number): number {
    return Math.max(SMALLEST_BLOCK, count >> 1);
  }

  function openBlock(state: number, count: number): number {
    const size = blockAfter(count);
    pool.reserve(used + size + 1);
    const start = used;
    used += size + 1;
    terms.cells[state + LINK] = start + size;
    return start;
  }

  function appendToLong(number: number, count: number, posting: number): void {
    let list = longLists[number] as Uint32Array;
    if (count === list.length) {
      list = new Uint32Array(Math.ceil(count * 1.5));
      list.set(longLists[number] as Uint32Array);
      longLists[number] = list;
    }
    list[count] = posting;
  }

  function readChain(head: number, count: number, buffer: Uint32Array): void {
    let at = head;
    for (let done = 0, size = blockAfter(1); done < count; size = blockAfter(done)) {
      const length = Math.min(size, count - done);
      for (let index = 0; index < length; index++) buffer[done + index] = pool.cells[at + index] as number;
      done += length;
      // The cell after a full block links to the next.
      at = pool.cells[at + size] as number;
    }
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
      if (count > LONGEST_CHAIN) {
        appendToLong(cells[state + HEAD] as number, count, posting);
        return;
      }
      if (count === LONGEST_CHAIN) {
        const list = new Uint32Array(2 * LONGEST_CHAIN);
        readChain(cells[state + HEAD] as number, count, list);
        list[count] = posting;
        cells[state + HEAD] = longLists.push(list) - 1;
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
    count: (term) => denseEnd(term) - denseStart(term) + (terms.cells[term * STATE] ?? 0),
    dense(term) {
      const [start, end] = [denseStart(term), denseEnd(term)];
      return start === end
        ? NOTHING
        : { buffer: (dense as DensePostings).cells.subarray(start, end), count: end - start };
    },
    appended(term) {
      const count = terms.cells[term * STATE] ?? 0;
      if (count === 0) return NOTHING;
      const head = terms.cells[term * STATE + HEAD] as number;
      if (count > LONGEST_CHAIN) return { buffer: longLists[head] as Uint32Array, count };
      if (count === 1) scratch[0] = head;
      else readChain(head, count, scratch);
      return { buffer: scratch, count };
    },
  };
}
