import { createGrowingArray } from "@quarry/core/internal";
import type { LengthCells } from "./chunk-lengths.ts";
import { createFieldCompaction, type FieldCompaction, layOut } from "./field-compaction.ts";
import { createFieldRestoration, type FieldRestoration } from "./field-restoration.ts";
import { createPeaks } from "./peaks.ts";
import { createPostings, type Postings } from "./postings.ts";
import type { PostingsPart } from "./postings-part.ts";
import type { TermNumbers } from "./term-numbers.ts";

/** A field index without gaps, as a snapshot stores it. */
export interface DenseFieldIndex {
  /** Number of live chunks of each term. */
  readonly frequencies: Uint32Array;
  /** Number of postings of each term: one for each live chunk, or none for a dropped list. */
  readonly counts: Uint32Array;
  /** The postings of all terms, ordered by term number. */
  readonly postings: Uint32Array;
}

/**
 * The inverted index of one field (words or grams) of a space: its vocabulary, live chunks per term, and postings. A
 * number that no chunk uses is freed by `freeTerms`.
 */
export interface FieldIndex extends Pick<TermNumbers, "intern" | "find" | "terms"> {
  /** Makes room for a number that was assigned past `intern`. */
  reserve(id: number): void;
  /** Number of live chunks that contain the term. */
  documentFrequency(id: number): number;
  /** Copies all `documentFrequency`, by number. */
  frequencies(): Uint32Array;
  /**
   * Adds the postings of a chunk, which count from `countAdded` on.
   * @param pairs Its terms, each followed by its frequency.
   */
  add(pairs: Uint32Array, slot: number): void;
  /** Counts the chunks that were added. */
  countAdded(): void;
  /** Forgets the chunks that were added since the last call and not counted. Their postings stay until a compaction. */
  forgetAdded(): void;
  /** Decrements the term's number of chunks. The posting stays until a compaction. */
  drop(id: number): void;
  /** As `Postings.count`; includes postings of deleted chunks. */
  count: Postings["count"];
  /**
   * Returns an upper limit of the term's BM25 factor, as `Peaks.of`.
   * @param average Mean length of the chunks. @param lengths Their lengths by slot.
   */
  peak(id: number, average: number, lengths: LengthCells): number;
  /**
   * Returns the term's postings in one or two parts by ascending slot, valid until the next call or change. Includes
   * postings of deleted chunks.
   */
  parts(id: number): readonly PostingsPart[];
  /** Whether a dropped list must be restored before the next search, because its term is rare enough to be searched. */
  isIncomplete(): boolean;
  /** Whether a dropped list is going to be needed soon. */
  isIncompleteSoon(): boolean;
  /** Starts to restore such lists, and lists that may follow. */
  restoration(): FieldRestoration;
  /** Starts a copy of the postings without deleted chunks. @param renumber New number of each slot, -1 for a deleted one. */
  compaction(renumber: Int32Array): FieldCompaction;
  /** Uses the postings of such a copy. */
  useCopy(copy: Postings): void;
  /** Frees the numbers of unused terms, if a quarter is unused. Returns whether it has. */
  freeTerms(): boolean;
  /** Replaces the postings by the same ones. Takes ownership of the arrays. */
  adopt(dense: DenseFieldIndex): void;
  /** Total length of all live chunks, maintained by the space. */
  totalLength: number;
}

/** A list is dropped when it is so much longer than the longest that is searched, and restored half-way. */
const SLACK = 1.25;
/** A list is restored in the background when it is at most so much longer than the longest that is searched. */
const SOON = 1.05;

/**
 * Creates a field index.
 * @param numbers Its terms, including the terms of `dense`.
 * @param dense Its initial content; takes ownership of the arrays.
 * @param mostSearched Terms in more chunks are not searched, so much longer lists are not kept.
 */
export function createFieldIndex(
  numbers: TermNumbers,
  dense?: DenseFieldIndex,
  mostSearched = Number.POSITIVE_INFINITY,
): FieldIndex {
  const frequencies = createGrowingArray(dense?.frequencies);
  /** How many added chunks that do not count yet contain each term, and the terms in any of them. */
  const uncounted = createGrowingArray(frequencies.cells.length);
  const uncountedTerms: number[] = [];
  const longest = mostSearched * SLACK;
  let postings = createPostings(undefined, longest);
  let peaks = createPeaks();
  /** The number of chunks of the rarest term whose list is dropped and may be needed. */
  let rarestDropped = Number.POSITIVE_INFINITY;

  function noteDropped(id: number): void {
    rarestDropped = Math.min(rarestDropped, frequencies.cells[id] as number);
  }

  function dropList(id: number): void {
    postings.drop(id);
    noteDropped(id);
  }

  function adopt({ counts, postings: cells, frequencies }: DenseFieldIndex): void {
    postings = createPostings(layOut(counts, cells), longest);
    for (let id = 0; id < counts.length; id++)
      if (counts[id] === 0 && (frequencies[id] as number) > 0) dropList(id);
  }

  if (dense) adopt(dense);

  function parts(id: number): readonly PostingsPart[] {
    const dense = postings.dense(id);
    const appended = postings.appended(id);
    if (appended.end === 0) return [dense];
    return dense.end === 0 ? [appended] : [dense, appended];
  }

  function reserve(id: number): void {
    frequencies.reserve(id + 1);
    uncounted.reserve(id + 1);
  }

  return {
    totalLength: 0,
    find: numbers.find,
    terms: numbers.terms,
    intern(term) {
      const id = numbers.intern(term);
      reserve(id);
      return id;
    },
    reserve,
    documentFrequency: (id) => frequencies.cells[id] ?? 0,
    frequencies: () => frequencies.cells.slice(0, numbers.limit()),
    add(pairs, slot) {
      postings.touch(pairs);
      for (let at = 0; at < pairs.length; at += 2) {
        const id = pairs[at] as number;
        const count = uncounted.cells[id] as number;
        if (count === 0) uncountedTerms.push(id);
        uncounted.cells[id] = count + 1;
      }
      for (let at = 0; at < pairs.length; at += 2)
        postings.append(pairs[at] as number, slot, pairs[at + 1] as number);
    },
    countAdded() {
      for (const id of uncountedTerms)
        frequencies.cells[id] = (frequencies.cells[id] as number) + (uncounted.cells[id] as number);
      this.forgetAdded();
    },
    forgetAdded() {
      for (const id of uncountedTerms) uncounted.cells[id] = 0;
      uncountedTerms.length = 0;
    },
    drop(id) {
      const left = (frequencies.cells[id] as number) - 1;
      frequencies.cells[id] = left;
      if (left <= mostSearched * SOON && postings.dropped.has(id)) noteDropped(id);
    },
    adopt,
    count: (id) => postings.count(id),
    peak: (id, average, lengths) => peaks.of(id, postings.count(id), average, lengths, () => parts(id)),
    parts,
    isIncomplete: () => rarestDropped <= mostSearched,
    isIncompleteSoon: () => rarestDropped <= mostSearched * SOON,
    restoration() {
      // More than the rare ones: each pass reads all chunks, so the next one should not be needed soon.
      const most = (mostSearched + longest) / 2;
      const ids = [...postings.dropped].filter((id) => (frequencies.cells[id] as number) <= most);
      const { visit, finish } = createFieldRestoration(postings, ids);
      return {
        visit,
        finish() {
          finish();
          peaks = createPeaks();
          rarestDropped = Number.POSITIVE_INFINITY;
          for (const id of postings.dropped) noteDropped(id);
        },
      };
    },
    compaction(renumber) {
      const counts = frequencies.cells.slice(0, numbers.limit());
      for (const id of uncountedTerms) counts[id] = (counts[id] as number) + (uncounted.cells[id] as number);
      for (const id of postings.dropped) counts[id] = 0;
      return createFieldCompaction({ current: postings, counts, renumber, longest });
    },
    useCopy(copy) {
      postings = copy;
      peaks = createPeaks();
    },
    freeTerms() {
      const isUnused = (id: number) => frequencies.cells[id] === 0;
      let unused = 0;
      for (let id = 0; id < numbers.limit(); id++) if (isUnused(id)) unused += 1;
      if (unused * 4 < numbers.limit()) return false;
      numbers.free(isUnused);
      return true;
    },
  };
}
