import { createGrowingArray } from "./growing-array.ts";

/** The terms of one chunk by number, as they are counted and as they are read. */
export interface ChunkTerms {
  /** Word terms in reading order. */
  readonly sequence: readonly number[];
  /** Word terms of the context, in reading order. */
  readonly contextSequence: readonly number[];
  /** Other word terms of the text and of the context. */
  readonly joined: readonly number[];
  readonly contextJoined: readonly number[];
  /** Distinct grams in ascending order, each followed by its frequency. */
  readonly grams: Uint32Array;
}

const scratch = createGrowingArray(4096);
let written = 0;

/**
 * Packs a chunk's terms into few bytes: variable-length numbers, the grams as differences whose lowest bit says that
 * the frequency is 1. Everything that the index counted can be read back, which makes deletion exact.
 */
export function encodeChunk(terms: ChunkTerms): Uint8Array {
  written = 0;
  for (const list of [terms.sequence, terms.contextSequence, terms.joined, terms.contextJoined]) {
    write(list.length);
    for (const id of list) write(id);
  }
  let before = 0;
  for (let index = 0; index < terms.grams.length; index += 2) {
    const id = terms.grams[index] as number;
    const frequency = terms.grams[index + 1] as number;
    write((id - before) * 2 + (frequency === 1 ? 1 : 0));
    if (frequency !== 1) write(frequency);
    before = id;
  }
  return Uint8Array.from(scratch.cells.subarray(0, written));
}

function write(value: number): void {
  scratch.reserve(written + 5);
  let rest = value;
  while (rest > 127) {
    scratch.cells[written++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  scratch.cells[written++] = rest;
}

interface Reader {
  readonly bytes: Uint8Array;
  at: number;
}

function read(reader: Reader): number {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = reader.bytes[reader.at++] as number;
    value |= (byte & 127) << shift;
    if (byte < 128) return value >>> 0;
  }
}

/** Calls back with the two word sequences of a record, one term at a time; -1 stands between text and context. */
export function readSequences(record: Uint8Array, visit: (id: number) => void): void {
  const reader = { bytes: record, at: 0 };
  for (let left = read(reader); left > 0; left--) visit(read(reader));
  visit(-1);
  for (let left = read(reader); left > 0; left--) visit(read(reader));
}

/** Calls back with each distinct word term and each gram of a record. */
export function readDistinct(
  record: Uint8Array,
  word: (id: number) => void,
  gram: (id: number) => void,
): void {
  const reader = { bytes: record, at: 0 };
  const words = new Set<number>();
  for (let list = 0; list < 4; list++)
    for (let left = read(reader); left > 0; left--) words.add(read(reader));
  for (const id of words) word(id);
  let id = 0;
  while (reader.at < record.length) {
    const step = read(reader);
    if ((step & 1) === 0) read(reader);
    id += step >>> 1;
    gram(id);
  }
}
