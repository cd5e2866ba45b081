import { ByteReader, createByteWriter } from "@quarry/core";

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

const writer = createByteWriter(4096);

/**
 * Packs a chunk's terms into few bytes: variable-length numbers, the grams as differences whose lowest bit says that
 * the frequency is 1. Everything that the index counted can be read back, which makes deletion exact.
 */
export function encodeChunk(terms: ChunkTerms): Uint8Array {
  writer.clear();
  for (const list of [terms.sequence, terms.contextSequence, terms.joined, terms.contextJoined]) {
    writer.write(list.length);
    for (const id of list) writer.write(id);
  }
  let before = 0;
  for (let index = 0; index < terms.grams.length; index += 2) {
    const id = terms.grams[index] as number;
    const frequency = terms.grams[index + 1] as number;
    writer.write((id - before) * 2 + (frequency === 1 ? 1 : 0));
    if (frequency !== 1) writer.write(frequency);
    before = id;
  }
  return writer.take();
}

/** Calls back with the two word sequences of a record, one term at a time; -1 stands between text and context. */
export function readSequences(record: Uint8Array, visit: (id: number) => void): void {
  const reader = new ByteReader(record);
  for (let left = reader.read(); left > 0; left--) visit(reader.read());
  visit(-1);
  for (let left = reader.read(); left > 0; left--) visit(reader.read());
}

/** Calls back with each distinct word term and each gram of a record. */
export function readDistinct(
  record: Uint8Array,
  word: (id: number) => void,
  gram: (id: number) => void,
): void {
  const reader = new ByteReader(record);
  const words = new Set<number>();
  for (let list = 0; list < 4; list++)
    for (let left = reader.read(); left > 0; left--) words.add(reader.read());
  for (const id of words) word(id);
  let id = 0;
  while (reader.at < record.length) {
    const step = reader.read();
    if ((step & 1) === 0) reader.read();
    id += step >>> 1;
    gram(id);
  }
}
