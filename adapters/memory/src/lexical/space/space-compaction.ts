import type { FieldCompaction } from "../fields/field-compaction.ts";
import type { FieldIndex } from "../fields/field-index.ts";
import { createRecordPool, type RecordPool, recordAt } from "../fields/record-pool.ts";
import type { PreparedChunk } from "./prepared-chunk.ts";
import { cellsOfBits, holds, include } from "./slot-set.ts";

/** What a space without deleted chunks consists of, and the numbers of its slots. */
export interface CompactedSpace {
  readonly slotCount: number;
  /** Returns the new number of a slot; -1 for a chunk that was deleted before it was copied. */
  readonly renumber: (slot: number) => number;
  readonly records: RecordPool;
  readonly words: ReturnType<FieldCompaction["finish"]>;
  readonly grams: ReturnType<FieldCompaction["finish"]>;
}

/**
 * A copy of a space without deleted chunks. It is made step by step, because it takes a second for tens of thousands of chunks;
 * meanwhile the space answers, and chunks are added and deleted.
 */
export interface SpaceCompaction {
  /** Notes a chunk that was added after the start. */
  noteAdded(slot: number, chunk: PreparedChunk): void;
  /** Copies some more. Returns false when everything is copied. */
  copyMore(): boolean;
  /** Returns the copy. Call it as soon as `copyMore` has returned false. */
  finish(): CompactedSpace;
}

const RECORDS_PER_STEP = 512;
const CHUNKS_PER_STEP = 4;

/** Starts the copy of a space. @param ids The ids of its chunks by slot, undefined for deleted ones, at each moment. */
export function createSpaceCompaction({
  ids,
  records,
  words,
  grams,
}: {
  readonly ids: readonly (string | undefined)[];
  readonly records: RecordPool;
  readonly words: FieldIndex;
  readonly grams: FieldIndex;
}): SpaceCompaction {
  const numbers = new Int32Array(ids.length).fill(-1);
  let slotCount = 0;
  for (const [slot, id] of ids.entries()) if (id !== undefined) numbers[slot] = slotCount++;
  const pool = createRecordPool();
  const copies = { words: words.compaction(numbers), grams: grams.compaction(numbers) };
  const added: { readonly slot: number; readonly chunk: PreparedChunk }[] = [];
  const addedNumbers: number[] = [];
  let copiedRecords = 0;

  const renumber = (slot: number) => numbers[slot] ?? addedNumbers[slot - numbers.length] ?? -1;

  function copyRecords(): boolean {
    const end = Math.min(copiedRecords + RECORDS_PER_STEP, numbers.length);
    for (; copiedRecords < end; copiedRecords += 1)
      if ((numbers[copiedRecords] as number) >= 0) pool.add(recordAt(records, copiedRecords));
    return copiedRecords < numbers.length;
  }

  function copyAdded(): boolean {
    for (const { slot, chunk } of added.splice(0, CHUNKS_PER_STEP)) {
      const isDeleted = ids[slot] === undefined;
      addedNumbers.push(isDeleted ? -1 : slotCount);
      if (isDeleted) continue;
      pool.add(chunk.record);
      copies.words.add(chunk.words, slotCount);
      copies.grams.add(chunk.grams, slotCount);
      slotCount += 1;
    }
    return added.length > 0;
  }

  return {
    noteAdded: (slot, chunk) => void added.push({ slot, chunk }),
    copyMore: () => copyRecords() || copies.words.copyMore() || copies.grams.copyMore() || copyAdded(),
    finish: () => ({
      ...{ slotCount, renumber, records: pool },
      words: copies.words.finish(renumber),
      grams: copies.grams.finish(renumber),
    }),
  };
}

/** What a space holds of each slot: the ids of its chunks, numbers, and the bits of the deleted ones. */
interface Slots {
  readonly ids: readonly (string | undefined)[];
  readonly columns: readonly { [slot: number]: number }[];
  readonly deleted: Uint32Array;
}

/** Gives the numbers and bits of the slots the order of a copy, in place. Returns the ids of its chunks. */
export function renumberSlots(
  { slotCount, renumber }: CompactedSpace,
  { ids, columns, deleted }: Slots,
): (string | undefined)[] {
  const isDeleted = deleted.slice(0, cellsOfBits(ids.length));
  const kept = new Array<string | undefined>(slotCount);
  deleted.fill(0);
  for (let old = 0; old < ids.length; old++) {
    const slot = renumber(old);
    if (slot < 0) continue;
    kept[slot] = ids[old];
    for (const cells of columns) cells[slot] = cells[old] as number;
    if (holds(isDeleted, old)) include(deleted, slot);
  }
  return kept;
}
