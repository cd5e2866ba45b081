import { createGrowingArray, type GrowingArray, packPosting } from "@quarry/core/internal";
import type { Postings } from "./postings.ts";

/** Lists of postings that were dropped, on their way back. They are collected step by step, while the field goes on to change. */
export interface FieldRestoration {
  /** Receives each term of each chunk, the chunks by ascending slot. */
  visit(id: number, slot: number, frequency: number): void;
  /** Puts the lists back that are still dropped. Call it when all chunks have been visited. */
  finish(): void;
}

interface List {
  readonly postings: GrowingArray;
  count: number;
}

/** Starts to restore the lists of terms. */
export function createFieldRestoration(postings: Postings, ids: Iterable<number>): FieldRestoration {
  const lists = new Map<number, List>();
  for (const id of ids) lists.set(id, { postings: createGrowingArray(), count: 0 });
  return {
    visit(id, slot, frequency) {
      const list = lists.get(id);
      if (!list) return;
      list.postings.reserve(list.count + 1);
      list.postings.cells[list.count++] = packPosting(slot, frequency);
    },
    finish() {
      for (const [id, list] of lists)
        if (postings.dropped.has(id)) postings.restore(id, list.postings.cells.subarray(0, list.count));
    },
  };
}
