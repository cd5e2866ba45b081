import {
  createByteWriter,
  createGrowingArray,
  GRAM_CELLS,
  packPosting,
  type RunNumbers,
  type TermRun,
  type YieldToEventLoop,
} from "@quarry/core/internal";
import { encodePostings } from "../encoding/posting-list.ts";
import type { SegmentEncoder } from "../encoding/segment-encoder.ts";
import { packedGramKey, wordKey } from "../encoding/term-key.ts";

/** Collects the terms of the chunks of one segment. */
export interface TermTable {
  /** Returns the numbers of a run's terms. A run keeps them, because most words of a chunk are in many others. */
  numbersOf(run: TermRun): RunNumbers;
  /** Returns the key of a term. */
  keyOf(number: number): number;
  /** Counts occurrences of a term in the current chunk. */
  count(number: number, times: number): void;
  /** Ends the current chunk, which gets the next slot. */
  endChunk(): void;
  /** Passes all terms to an encoder, by ascending key. */
  encode(encoder: SegmentEncoder, yieldToEventLoop: YieldToEventLoop): Promise<void>;
}

const TERMS_PER_CHECK = 4096;

/** Creates an empty table. */
export function createTermTable(): TermTable {
  const words = new Map<string, number>();
  const grams = new Map<number, number>();
  const numbering = {};
  const keys: number[] = [];
  const frequencies = createGrowingArray(1024);
  const counts = createGrowingArray(1024);
  let touched: number[] = [];
  // Parallel arrays: the term of each posting, and the posting.
  const terms = createGrowingArray(1024);
  const postings = createGrowingArray(1024);
  let postingCount = 0;
  let slot = 0;

  function intern<Term>(known: Map<Term, number>, term: Term, keyOf: (term: Term) => number): number {
    const found = known.get(term);
    if (found !== undefined) return found;
    const number = keys.length;
    known.set(term, number);
    keys.push(keyOf(term));
    frequencies.reserve(keys.length);
    counts.reserve(keys.length);
    return number;
  }

  const itself = (key: number) => key;

  return {
    numbersOf(run) {
      if (run.numbers?.numbering === numbering) return run.numbers;
      const { sequence, joined, grams: packed } = run;
      const sequenceEnd = sequence.length;
      const joinedEnd = sequenceEnd + joined.length;
      const cells = new Uint32Array(joinedEnd + packed.length / GRAM_CELLS);
      let end = 0;
      for (const term of sequence) cells[end++] = intern(words, term, wordKey);
      for (const term of joined) cells[end++] = intern(words, term, wordKey);
      for (let at = 0; at < packed.length; at += GRAM_CELLS) {
        const key = packedGramKey(packed[at] as number, packed[at + 1] as number);
        cells[end++] = intern(grams, key, itself);
      }
      run.numbers = { numbering, cells, sequenceEnd, joinedEnd };
      return run.numbers;
    },
    keyOf: (number) => keys[number] as number,
    count(number, times) {
      const before = counts.cells[number] as number;
      if (before === 0) touched.push(number);
      counts.cells[number] = before + times;
    },
    endChunk() {
      terms.reserve(postingCount + touched.length);
      postings.reserve(postingCount + touched.length);
      for (const number of touched) {
        terms.cells[postingCount] = number;
        postings.cells[postingCount++] = packPosting(slot, counts.cells[number] as number);
        frequencies.cells[number] = (frequencies.cells[number] as number) + 1;
        counts.cells[number] = 0;
      }
      touched = [];
      slot += 1;
    },
    async encode(encoder, yieldToEventLoop) {
      const { sorted, starts } = groupByTerm(
        terms.cells.subarray(0, postingCount),
        postings.cells,
        frequencies.cells.subarray(0, keys.length),
      );
      await yieldToEventLoop();
      const order = sortByKey(keys);
      const writer = createByteWriter();
      let before = -1;
      for (let rank = 0; rank < order.length; rank++) {
        if (rank % TERMS_PER_CHECK === 0) await yieldToEventLoop();
        const number = order[rank] as number;
        const key = keys[number] as number;
        // Two terms with the same key (once in 10^9): the second cannot be found on its own.
        if (key === before) continue;
        const start = starts[number] as number;
        const end = starts[number + 1] as number;
        // A gram of a context, which does not count.
        if (start === end) continue;
        before = key;
        writer.clear();
        encodePostings(sorted, start, end, writer);
        encoder.add(key, end - start, writer.view());
      }
    },
  };
}

/** Sorts postings by term and returns where each term's postings start. */
function groupByTerm(
  terms: Uint32Array,
  postings: Uint32Array,
  frequencies: Uint32Array,
): { sorted: Uint32Array; starts: Uint32Array } {
  const starts = new Uint32Array(frequencies.length + 1);
  for (let number = 0; number < frequencies.length; number++)
    starts[number + 1] = (starts[number] as number) + (frequencies[number] as number);
  const next = starts.slice();
  const sorted = new Uint32Array(terms.length);
  for (let index = 0; index < terms.length; index++) {
    const number = terms[index] as number;
    const place = next[number] as number;
    sorted[place] = postings[index] as number;
    next[number] = place + 1;
  }
  return { sorted, starts };
}

const BUCKET_BITS = 16;

/**
 * Sorts indexes of evenly distributed 53-bit keys in ascending order: by their highest bits, then within each bucket.
 */
function sortByKey(keys: readonly number[]): Uint32Array {
  const bucketOf = (index: number) => Math.floor((keys[index] as number) / 2 ** (53 - BUCKET_BITS));
  const next = new Uint32Array(2 ** BUCKET_BITS + 1);
  for (let index = 0; index < keys.length; index++)
    next[bucketOf(index) + 1] = (next[bucketOf(index) + 1] as number) + 1;
  for (let bucket = 1; bucket < next.length; bucket++)
    next[bucket] = (next[bucket] as number) + (next[bucket - 1] as number);
  const order = new Uint32Array(keys.length);
  for (let index = 0; index < keys.length; index++) {
    const bucket = bucketOf(index);
    const place = next[bucket] as number;
    order[place] = index;
    next[bucket] = place + 1;
  }
  // Nearly sorted already: each key moves past a few neighbours at most.
  for (let at = 1; at < order.length; at++) {
    const index = order[at] as number;
    let to = at;
    for (; to > 0 && (keys[order[to - 1] as number] as number) > (keys[index] as number); to--)
      order[to] = order[to - 1] as number;
    order[to] = index;
  }
  return order;
}
