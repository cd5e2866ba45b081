import type { FieldIndex } from "../fields/field-index.ts";
import type { FieldRestoration } from "../fields/field-restoration.ts";
import { readGrams } from "../fields/forward-record.ts";
import type { RecordPool } from "../fields/record-pool.ts";

/** Restores the dropped lists of grams that are searched, or soon will be. It reads all chunks of a space, some at a time. */
export interface GramRestoration {
  /** Whether there is something to restore. */
  isDue(): boolean;
  /** Reads some more chunks. The last one restores the lists. */
  step(): void;
  /** Restores what the next search needs, without a pause. */
  complete(): void;
}

/** The chunks of a space, as they are at each moment. */
export interface RestoredChunks {
  slotCount(): number;
  isDeleted(slot: number): boolean;
  records(): RecordPool;
}

const CHUNKS_PER_STEP = 64;

/** Creates the restoration of a space's grams. */
export function createGramRestoration(grams: FieldIndex, chunks: RestoredChunks): GramRestoration {
  let running: { readonly lists: FieldRestoration; slot: number } | undefined;

  function step(): void {
    running ??= { lists: grams.restoration(), slot: 0 };
    const { lists } = running;
    const records = chunks.records();
    const end = Math.min(running.slot + CHUNKS_PER_STEP, chunks.slotCount());
    for (let { slot } = running; slot < end; slot++)
      if (!chunks.isDeleted(slot))
        readGrams(records, slot, (gram, frequency) => lists.visit(gram, slot, frequency));
    running.slot = end;
    if (end < chunks.slotCount()) return;
    lists.finish();
    running = undefined;
  }

  return {
    isDue: () => running !== undefined || grams.isIncompleteSoon(),
    step,
    complete() {
      while (grams.isIncomplete()) step();
    },
  };
}
