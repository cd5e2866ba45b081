import { frequencyOf, packPosting, slotOf } from "@quarry/core/internal";
import { createGrowingArray } from "./growing-array.ts";
import { createPostings, type DensePostings, type Postings } from "./postings.ts";

/** A leg without gaps, as a snapshot holds it. */
export interface DenseLeg {
  /** The terms by number, "" for a number that is free. */
  readonly terms: readonly string[];
  /** Live chunks by number. */
  readonly frequencies: Uint32Array;
  /** The postings by number, one for each of those chunks. */
  readonly postings: Uint32Array;
}

/** One field of evidence of a space: its vocabulary, the live chunks per term, and the postings. */
export interface Leg {
  /** The term's number, new if need be. A number that no chunk uses is given away at the next `compact`. */
  intern(term: string): number;
  /** The term's number, -1 when it has none. */
  find(term: string): number;
  /** Live chunks that hold the term. */
  documentFrequency(id: number): number;
  add(id: number, slot: number, frequency: number): void;
  /** Takes a chunk's term out of the count; its posting stays until `compact`. */
  drop(id: number): void;
  /** As `Postings.read`; dead slots are among them. */
  read: Postings["read"];
  /**
   * Rebuilds the postings without dead slots.
   * @param renumber New number of each slot, -1 for a dead one.
   * @param freeTerms Whether numbers of terms that are in no chunk may be reused.
   */
  compact(renumber: Int32Array, freeTerms: boolean): void;
  /** The terms by number; a free number has none. */
  terms(): string[];
  /**
   * Tells a watcher of every term from now on, of those that are there at once; who watched before is told that all
   * are gone.
   */
  watch(watcher: TermWatcher | undefined): void;
  /** Length of all live chunks together, kept by the space. */
  totalLength: number;
}

/** Follows the vocabulary of a leg. */
export interface TermWatcher {
  added(term: string): void;
  removed(term: string): void;
}

/**
 * Makes a leg.
 * @param dense What it holds; its arrays are taken over.
 */
export function createLeg(dense?: DenseLeg): Leg {
  const vocabulary = new Map<string, number>();
  const frequencies = createGrowingArray(dense?.frequencies);
  let postings = createPostings(dense && layOut(dense.frequencies, dense.postings));
  let free: number[] = [];
  let next = 0;
  let watching: TermWatcher | undefined;
  for (const term of dense?.terms ?? []) {
    if (frequencies.cells[next] === 0) free.push(next);
    else vocabulary.set(term, next);
    next += 1;
  }

  return {
    totalLength: 0,
    intern(term) {
      const known = vocabulary.get(term);
      if (known !== undefined) return known;
      const id = free.pop() ?? next++;
      frequencies.reserve(id + 1);
      vocabulary.set(term, id);
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
    read: (id) => postings.read(id),
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
        const { buffer, count } = postings.read(id);
        let at = id === 0 ? 0 : (compacted.ends[id - 1] as number);
        for (let index = 0; index < count; index++) {
          const posting = buffer[index] as number;
          const slot = renumber[slotOf(posting)] as number;
          if (slot >= 0) compacted.cells[at++] = packPosting(slot, frequencyOf(posting));
        }
      }
      postings = createPostings(compacted);
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
