import { frequencyOf, packPosting, slotOf } from "@quarry/core/internal";
import { createPostings, type DensePostings, type Postings } from "./postings.ts";

/** A copy of a field's postings without deleted chunks. It is made step by step, while the field goes on to change. */
export interface FieldCompaction {
  /** Copies some more of the postings that were there at the start. Returns false when there are no more. */
  copyMore(): boolean;
  /** Adds the postings of a chunk that came after the start, as `FieldIndex.add`. */
  add(pairs: Uint32Array, slot: number): void;
  /**
   * Returns the copy, complete.
   * @param renumber Returns the new number of a slot, also of one that came after the start; -1 for one that was left out.
   */
  finish(renumber: (slot: number) => number): Postings;
}

/** Copied without a pause: a fraction of a millisecond. */
const POSTINGS_PER_STEP = 16_384;

/**
 * Starts the copy.
 * @param options.current The postings of the field. @param options.counts Their number by term without deleted chunks, 0 for a
 * dropped list. @param options.renumber New number of each slot, -1 for a deleted one.
 * @param options.longest A list that grows longer is dropped.
 */
export function createFieldCompaction({
  current,
  counts,
  renumber,
  longest,
}: {
  readonly current: Postings;
  readonly counts: Uint32Array;
  readonly renumber: Int32Array;
  readonly longest: number;
}): FieldCompaction {
  const dense = layOut(counts);
  const copy = createPostings(dense, longest);
  const droppedBefore = new Set(current.dropped);
  /** Lists that were dropped, and perhaps restored, since the start. */
  const changed = new Set<number>();
  let next = 0;
  for (const id of droppedBefore) copy.drop(id);

  /** Copies a list and returns how many postings were read. */
  function copyList(id: number): number {
    const end = dense.ends[id] as number;
    let at = end - (counts[id] as number);
    if (at === end) return 0;
    let read = 0;
    for (const part of [current.dense(id), current.appended(id)]) {
      read += part.end - part.start;
      for (let index = part.start; index < part.end; index++) {
        const posting = part.cells[index] as number;
        const slot = slotOf(posting);
        const number = slot < renumber.length ? (renumber[slot] as number) : -1;
        if (number >= 0 && at < end) dense.cells[at++] = packPosting(number, frequencyOf(posting));
      }
    }
    if (at < end) changed.add(id);
    return read;
  }

  /** Replaces a list of the copy by the current one. */
  function replaceList(id: number, renumber: (slot: number) => number): void {
    copy.drop(id);
    if (current.dropped.has(id)) return;
    const kept: number[] = [];
    for (const { cells, start, end } of [current.dense(id), current.appended(id)])
      for (let index = start; index < end; index++) {
        const posting = cells[index] as number;
        const slot = renumber(slotOf(posting));
        if (slot >= 0) kept.push(packPosting(slot, frequencyOf(posting)));
      }
    copy.restore(id, Uint32Array.from(kept));
  }

  return {
    copyMore() {
      for (let left = POSTINGS_PER_STEP; left > 0 && next < counts.length; next += 1)
        left -= 1 + copyList(next);
      return next < counts.length;
    },
    add(pairs, slot) {
      for (let at = 0; at < pairs.length; at += 2)
        copy.append(pairs[at] as number, slot, pairs[at + 1] as number);
    },
    finish(renumber) {
      for (const id of current.dropped) if (!copy.dropped.has(id)) changed.add(id);
      for (const id of copy.dropped) if (!current.dropped.has(id)) changed.add(id);
      for (const id of changed) replaceList(id, renumber);
      return copy;
    },
  };
}

/** Makes room for so many postings of each term. */
export function layOut(counts: Uint32Array, postings?: Uint32Array): DensePostings {
  const ends = new Uint32Array(counts.length);
  let total = 0;
  for (let id = 0; id < counts.length; id++) {
    total += counts[id] as number;
    ends[id] = total;
  }
  return { ends, cells: postings ?? new Uint32Array(total) };
}
