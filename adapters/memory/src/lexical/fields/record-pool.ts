import { createGrowingArray } from "@quarry/core/internal";

/** Forward records by slot, in large blocks: an array of its own for each would take as much memory as many records. */
export interface RecordPool {
  /** Adds the record of the next slot. */
  add(record: Uint8Array): void;
  /** The block of a slot's record in cells of two bytes. The record starts at `startOf(slot) / 2`. */
  cellsOf(slot: number): Uint16Array;
  /** The same block in bytes. */
  bytesOf(slot: number): Uint8Array;
  /** Start of a slot's record in its block, in bytes; always even. */
  startOf(slot: number): number;
  lengthOf(slot: number): number;
}

/** Records one after the other, each from an even byte on. */
export interface DenseRecords {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly lengths: Uint32Array;
}

/** A view of a slot's record. */
export function recordAt(pool: RecordPool, slot: number): Uint8Array {
  const start = pool.startOf(slot);
  return pool.bytesOf(slot).subarray(start, start + pool.lengthOf(slot));
}

interface Block {
  readonly bytes: Uint8Array;
  readonly cells: Uint16Array;
}

/** In a cell of a record, precedes the two cells of a number that does not fit into one. */
export const LARGE = 0xffff;

const SMALLEST_BLOCK = 2048;
const LARGEST_BLOCK = 1 << 20;

/** Returns the bytes that a record of this length takes. */
export function paddedLength(length: number): number {
  return length + (length & 1);
}

/**
 * Creates a pool.
 * @param dense The records of the first slots; not copied.
 */
export function createRecordPool(dense?: DenseRecords): RecordPool {
  const blocks: Block[] = [];
  let count = dense?.lengths.length ?? 0;
  // By slot.
  const numbers = createGrowingArray(Math.max(64, count));
  const starts = createGrowingArray(Math.max(64, count));
  const lengths = createGrowingArray(dense?.lengths);
  let used = 0;

  function place(length: number): void {
    for (const column of [numbers, starts, lengths]) column.reserve(count + 1);
    numbers.cells[count] = blocks.length - 1;
    starts.cells[count] = used;
    lengths.cells[count] = length;
    used += paddedLength(length);
    count += 1;
  }

  if (dense) {
    blocks.push(openBlock(dense.bytes));
    for (let slot = 0; slot < count; slot++) {
      starts.cells[slot] = used;
      used += paddedLength(dense.lengths[slot] as number);
    }
  }
  const blockAt = (slot: number) => blocks[numbers.cells[slot] as number] as Block;

  return {
    add(record) {
      const size = paddedLength(record.length);
      const last = blocks.at(-1)?.bytes.length ?? 0;
      if (used + size > last) {
        const wished = Math.min(LARGEST_BLOCK, Math.max(SMALLEST_BLOCK, last * 2));
        blocks.push(openBlock(new Uint8Array(Math.max(size, wished))));
        used = 0;
      }
      blocks.at(-1)?.bytes.set(record, used);
      place(record.length);
    },
    cellsOf: (slot) => blockAt(slot).cells,
    bytesOf: (slot) => blockAt(slot).bytes,
    startOf: (slot) => starts.cells[slot] as number,
    lengthOf: (slot) => lengths.cells[slot] as number,
  };
}

function openBlock(bytes: Uint8Array<ArrayBuffer>): Block {
  return { bytes, cells: new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 1) };
}
