import { createGrowingArray } from "@quarry/core/internal";
import { NO_POSTINGS, type PostingsPart } from "./postings-part.ts";

const STATE = 4;
const HEAD = 1;
const TAIL = 2;
const LINK = 3;
const SMALLEST_BLOCK = 3;
/** A term with more appended postings has an array of its own, so that reading them needs no copy. */
const LONGEST_CHAIN = 512;

/** The compiler leaves out loads that nothing depends on. */
const touched = new Uint32Array(1);
const scratch = new Uint32Array(LONGEST_CHAIN);

/** Lists of postings that grow, by term. */
export interface AppendedPostings {
  /**
   * Touches where the postings of terms will be appended, so that the processor loads all the places at the same time.
   * @param pairs Terms, each followed by a number.
   */
  touch(pairs: Uint32Array): void;
  /** Returns the term's new number of postings. */
  append(term: number, posting: number): number;
  count(term: number): number;
  /** Returns a term's postings, valid until the next call or change, because short lists share one buffer. */
  of(term: number): PostingsPart;
  /** Empties a term's list. */
  clear(term: number): void;
}

/**
 * Creates empty lists. They share one memory pool: a term's first posting is stored in its own cell, since half of all
 * terms have no second one. The rest go into blocks, each about half as large as all before it, that end with a link to
 * the next. Long lists move to an array of their own.
 */
export function createAppendedPostings(): AppendedPostings {
  const pool = createGrowingArray(256);
  // Per term: number of postings, the first posting, the start of the first block or the number of the long list, the
  // next free cell, and the link cell of the current block.
  const terms = createGrowingArray();
  const longLists: (Uint32Array | undefined)[] = [];
  const freeNumbers: number[] = [];
  let used = 0;

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
      // Not doubled: most of the memory is in long lists. A save frees what they do not use.
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

  function startLong(head: number, count: number): number {
    const number = freeNumbers.pop() ?? longLists.length;
    const list = new Uint32Array(2 * LONGEST_CHAIN);
    readChain(head, count, list);
    longLists[number] = list;
    return number;
  }

  return {
    touch(pairs) {
      const [{ cells }, { cells: blocks }] = [terms, pool];
      let sum = 0;
      for (let at = 0; at < pairs.length; at += 2) sum += cells[(pairs[at] as number) * STATE] ?? 0;
      for (let at = 0; at < pairs.length; at += 2) {
        const state = (pairs[at] as number) * STATE;
        const count = cells[state] ?? 0;
        if (count > 1 && count <= LONGEST_CHAIN) sum += blocks[cells[state + TAIL] as number] ?? 0;
        else if (count > LONGEST_CHAIN) sum += longLists[cells[state + HEAD] as number]?.length ?? 0;
      }
      touched[0] = sum;
    },
    append(term, posting) {
      const state = term * STATE;
      terms.reserve(state + STATE);
      const cells = terms.cells;
      const count = cells[state] as number;
      cells[state] = count + 1;
      if (count === 0) {
        cells[state + HEAD] = posting;
        return 1;
      }
      if (count >= LONGEST_CHAIN) {
        if (count === LONGEST_CHAIN) cells[state + HEAD] = startLong(cells[state + HEAD] as number, count);
        appendToLong(cells[state + HEAD] as number, count, posting);
        return count + 1;
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
      return count + 1;
    },

    count: (term) => terms.cells[term * STATE] ?? 0,

    of(term) {
      const count = terms.cells[term * STATE] ?? 0;
      if (count === 0) return NO_POSTINGS;
      const head = terms.cells[term * STATE + HEAD] as number;
      if (count > LONGEST_CHAIN) return { cells: longLists[head] as Uint32Array, start: 0, end: count };
      if (count === 1) scratch[0] = head;
      else readChain(head, count, scratch);
      return { cells: scratch, start: 0, end: count };
    },

    clear(term) {
      const state = term * STATE;
      const count = terms.cells[state] ?? 0;
      if (count === 0) return;
      if (count > LONGEST_CHAIN) {
        const number = terms.cells[state + HEAD] as number;
        longLists[number] = undefined;
        freeNumbers.push(number);
      }
      // The blocks of a chain stay in the pool until the next compaction; they are short.
      terms.cells[state] = 0;
    },
  };
}
