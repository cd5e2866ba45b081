import {
  createGrowingArray,
  createWordFilter,
  frequencyOf,
  type PackedPostings,
  packPosting,
  slotOf,
  type WordFilter,
} from "@quarry/core/internal";
import { createPeaks } from "./peaks.ts";
import { createPostings, type DensePostings, type Postings } from "./postings.ts";

/** A field index without gaps, as a snapshot stores it. */
export interface DenseFieldIndex {
  /** The terms by number; "" for a free number. */
  readonly terms: readonly string[];
  /** Number of live chunks of each term. */
  readonly frequencies: Uint32Array;
  /** The postings of all terms, ordered by term number; one for each live chunk. */
  readonly postings: Uint32Array;
}

/**
 * The inverted index of one field (words or grams) of a space: its vocabulary, live chunks per term, and postings.
 */
export interface FieldIndex {
  /**
   * Returns the term's number and assigns one if necessary. A number that no chunk uses is freed by the next
   * `compact`.
   */
  intern(term: string): number;
  /** Returns the term's number; -1 when it has none. */
  find(term: string): number;
  /** Number of live chunks that contain the term. */
  documentFrequency(id: number): number;
  add(id: number, slot: number, frequency: number): void;
  /** Decrements the term's number of chunks. The posting stays until `compact`. */
  drop(id: number): void;
  /** Returns the terms that may be one edit apart from a word. */
  near(word: string): readonly string[];
  /** As `Postings.count`; includes postings of deleted chunks. */
  count: Postings["count"];
  /**
   * Returns an upper limit of the term's BM25 factor, as `Peaks.of`.
   * @param average Mean length of the chunks. @param lengths Their lengths by slot.
   */
  peak(id: number, average: number, lengths: Uint32Array): number;
  /** Calls `visit` with the term's postings, in one or two parts by ascending slot; includes postings of deleted chunks. */
  read(id: number, visit: (postings: PackedPostings) => void): void;
  /**
   * Rebuilds the postings without deleted chunks.
   * @param renumber New number of each slot, -1 for a deleted one.
   * @param freeTerms Whether to free the numbers of unused terms.
   */
  compact(renumber: Int32Array, freeTerms: boolean): void;
  /** Returns the terms by number, without free numbers. */
  terms(): string[];
  /**
   * Reports every current and future term to a watcher. All terms are reported as removed to the previous watcher.
   */
  watch(watcher: TermWatcher | undefined): void;
  /** Total length of all live chunks, maintained by the space. */
  totalLength: number;
}

/** Receives changes of a field's vocabulary. */
export interface TermWatcher {
  added(term: string): void;
  removed(term: string): void;
}

/**
 * Creates a field index.
 * @param dense Its initial content; takes ownership of the arrays.
 */
export function createFieldIndex(dense?: DenseFieldIndex): FieldIndex {
  const vocabulary = new Map<string, number>();
  const frequencies = createGrowingArray(dense?.frequencies);
  let postings = createPostings(dense && layOut(dense.frequencies, dense.postings));
  let free: number[] = [];
  let next = 0;
  let watching: TermWatcher | undefined;
  let peaks = createPeaks();
  // Made by the first question with an unknown word.
  let filter: WordFilter | undefined;
  for (const term of dense?.terms ?? []) {
    if (frequencies.cells[next] === 0) free.push(next);
    else vocabulary.set(term, next);
    next += 1;
  }

  function read(id: number, visit: (part: PackedPostings) => void): void {
    for (const part of [postings.dense(id), postings.appended(id)]) if (part.count > 0) visit(part);
  }

  return {
    totalLength: 0,
    intern(term) {
      const known = vocabulary.get(term);
      if (known !== undefined) return known;
      const id = free.pop() ?? next++;
      frequencies.reserve(id + 1);
      vocabulary.set(term, id);
      filter?.add(term);
      watching?.added(term);
      return id;
    },
    find: (term) => vocabulary.get(term) ?? -1,
    documentFrequency: (id) => frequencies.cells[id] ?? 0,
    add(id, slot, frequency) {
      postings.append(id, slot, frequency);
      frequencies.cells[id] = (frequencies.cells[id] as number) + 1;
    },
    drop(id) {
      frequencies.cells[id] = (frequencies.cells[id] as number) - 1;
    },
    near(word) {
      filter ??= createWordFilter(() => vocabulary.keys());
      return filter.near(word);
    },
    count: (id) => postings.count(id),
    peak: (id, average, lengths) =>
      peaks.of(id, postings.count(id), average, lengths, (visit) => read(id, visit)),
    read,
    terms() {
      const terms: string[] = [];
      for (const [term, id] of vocabulary) terms[id] = term;
      return terms;
    },
    watch(watcher) {
      for (const term of vocabulary.keys()) {
        watching?.removed(term);
        watcher?.added(term);
      }
      watching = watcher;
    },
    compact(renumber, freeTerms) {
      const counts = frequencies.cells.slice(0, next);
      const compacted = layOut(counts);
      const dead: string[] = [];
      for (const [term, id] of vocabulary) {
        if (counts[id] === 0) {
          dead.push(term);
          continue;
        }
        let at = id === 0 ? 0 : (compacted.ends[id - 1] as number);
        for (const { buffer, count } of [postings.dense(id), postings.appended(id)])
          for (let index = 0; index < count; index++) {
            const posting = buffer[index] as number;
            const slot = renumber[slotOf(posting)] as number;
            if (slot >= 0) compacted.cells[at++] = packPosting(slot, frequencyOf(posting));
          }
      }
      postings = createPostings(compacted);
      peaks = createPeaks();
      if (!freeTerms) return;
      for (const term of dead) {
        free.push(vocabulary.get(term) as number);
        vocabulary.delete(term);
        watching?.removed(term);
      }
      if (vocabulary.size === 0) [free, next] = [[], 0];
    },
  };
}

function layOut(counts: Uint32Array, postings?: Uint32Array): DensePostings {
  const ends = new Uint32Array(counts.length);
  let total = 0;
  for (let id = 0; id < counts.length; id++) {
    total += counts[id] as number;
    ends[id] = total;
  }
  return { ends, cells: postings ?? new Uint32Array(total) };
}
