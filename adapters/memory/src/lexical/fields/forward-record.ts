import { ByteReader, createByteWriter } from "@quarry/core/internal";

/** The terms of one chunk by number. */
export interface ChunkTerms {
  /** Word terms in reading order. */
  readonly sequence: readonly number[];
  /** Word terms of the context, in reading order. */
  readonly contextSequence: readonly number[];
  /** Additional word terms of the text, such as joined compounds. */
  readonly joined: readonly number[];
  readonly contextJoined: readonly number[];
  /** Distinct grams in ascending order, each followed by its frequency. */
  readonly grams: Uint32Array;
}

const writer = createByteWriter(4096);

/**
 * Encodes a chunk's terms as varints. Grams are stored as `2 * difference + 1` when the frequency is 1; otherwise the
 * lowest bit is 0 and the frequency follows. The record contains everything that the index counted, so that a
 * deletion is exact.
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

let sequences = new Int32Array(1024);

/**
 * Returns the terms of the two word sequences of a record, with -1 between text and context. The array is valid until
 * the next call.
 */
export function readSequences(record: Uint8Array): Int32Array {
  // A term takes at least one byte.
  if (sequences.length <= record.length) sequences = new Int32Array(record.length * 2);
  const reader = new ByteReader(record);
  let used = 0;
  for (let left = reader.read(); left > 0; left--) sequences[used++] = reader.read();
  sequences[used++] = -1;
  for (let left = reader.read(); left > 0; left--) sequences[used++] = reader.read();
  return sequences.subarray(0, used);
}

/** Calls `word` with each distinct word term and `gram` with each gram of a record. */
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
