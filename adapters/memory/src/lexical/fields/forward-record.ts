import { type AskedPairs, ByteReader, createByteWriter, PAIR_FLAGS } from "@quarry/core/internal";

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

/**
 * Returns a chunk's pair factor from its two word sequences. Decodes the varints here, without a call or an object for
 * each: this reads a hundred chunks per question.
 */
export function pairFactorOf(record: Uint8Array, pairs: AskedPairs): number {
  if (pairs.isEmpty) return 1;
  const { flags } = pairs;
  pairs.start();
  let at = 0;
  for (let list = 0; list < 2; list++) {
    let left = -1;
    let before = -1;
    do {
      let byte = record[at++] as number;
      let value = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = record[at++] as number;
        value |= (byte & 127) << shift;
      }
      // The first number is the number of words.
      if (left < 0) left = value + 1;
      else if (flags[value & (PAIR_FLAGS - 1)] === 0) before = -1;
      else {
        if (before >= 0) pairs.meet(before, value);
        before = value;
      }
      left -= 1;
    } while (left > 0);
  }
  return pairs.factor();
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
  readRest(reader, gram);
}

/** Calls `visit` with each gram of a record and its frequency. */
export function readGrams(record: Uint8Array, visit: (id: number, frequency: number) => void): void {
  const reader = new ByteReader(record);
  for (let list = 0; list < 4; list++) for (let left = reader.read(); left > 0; left--) reader.read();
  readRest(reader, visit);
}

function readRest(reader: ByteReader, visit: (id: number, frequency: number) => void): void {
  let id = 0;
  while (reader.at < reader.bytes.length) {
    const step = reader.read();
    id += step >>> 1;
    visit(id, (step & 1) === 1 ? 1 : reader.read());
  }
}
