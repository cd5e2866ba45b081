import { ByteReader, createByteWriter, firstAtLeast, type Language } from "@quarry/core/internal";
import type { Directory } from "./segment-encoder.ts";

/** A document's entry in a segment header. */
export interface HeaderDocument {
  readonly writeNo: number;
  readonly language: Language;
  /** Lengths of its chunks in words and in grams: `[words, grams, words, grams, ...]`. */
  readonly lengths: ArrayLike<number>;
}

/**
 * A segment without its postings. Documents are sorted by write number, and their chunks are numbered by slots in
 * that order.
 */
export interface SegmentHeader {
  readonly segmentId: number;
  readonly writeNos: Float64Array;
  readonly languages: readonly Language[];
  /** First slot of each document, followed by the total number of slots. */
  readonly firstSlots: Uint32Array;
  /** Index of the document of each slot. */
  readonly documentOf: Uint32Array;
  readonly wordLengths: Uint32Array;
  readonly gramLengths: Uint32Array;
  readonly firstKeys: Float64Array;
  readonly wordFilter: Uint8Array;
  /** Totals over all chunks, retired ones included. */
  readonly wordTotal: number;
  readonly gramTotal: number;
  readonly languageChunks: ReadonlyMap<Language, number>;
  /** Estimated size in memory, in bytes. */
  readonly size: number;
}

/** Encodes a header. */
export function encodeHeader(documents: readonly HeaderDocument[], directory: Directory): Uint8Array {
  const writer = createByteWriter(4096);
  const languages = [...new Set(documents.map(({ language }) => language))];
  writer.write(languages.length);
  for (const language of languages) {
    writer.write(language.length);
    for (let at = 0; at < language.length; at++) writer.write(language.charCodeAt(at));
  }
  writer.write(documents.length);
  writer.write(documents.reduce((sum, { lengths }) => sum + lengths.length / 2, 0));
  for (const { writeNo, language, lengths } of documents) {
    writer.write(writeNo);
    writer.write(languages.indexOf(language));
    writer.write(lengths.length / 2);
    for (let at = 0; at < lengths.length; at++) writer.write(lengths[at] as number);
  }
  writer.write(directory.firstKeys.length);
  let before = 0;
  for (const key of directory.firstKeys) {
    writer.write(key - before);
    before = key;
  }
  writer.append(directory.wordFilter);
  return writer.take();
}

/** Decodes a header. */
export function decodeHeader(segmentId: number, bytes: Uint8Array): SegmentHeader {
  const reader = new ByteReader(bytes);
  const names = Array.from(
    { length: reader.read() },
    () => String.fromCharCode(...Array.from({ length: reader.read() }, () => reader.read())) as Language,
  );
  const documentCount = reader.read();
  const chunkCount = reader.read();
  const writeNos = new Float64Array(documentCount);
  const languages: Language[] = [];
  const firstSlots = new Uint32Array(documentCount + 1);
  const documentOf = new Uint32Array(chunkCount);
  const wordLengths = new Uint32Array(chunkCount);
  const gramLengths = new Uint32Array(chunkCount);
  const languageChunks = new Map<Language, number>();
  let [slot, wordTotal, gramTotal] = [0, 0, 0];
  for (let document = 0; document < documentCount; document++) {
    writeNos[document] = reader.read();
    const language = names[reader.read()] as Language;
    const own = reader.read();
    languages.push(language);
    languageChunks.set(language, (languageChunks.get(language) ?? 0) + own);
    firstSlots[document] = slot;
    for (let left = own; left > 0; left--) {
      documentOf[slot] = document;
      wordLengths[slot] = reader.read();
      gramLengths[slot] = reader.read();
      wordTotal += wordLengths[slot] as number;
      gramTotal += gramLengths[slot] as number;
      slot += 1;
    }
  }
  firstSlots[documentCount] = slot;
  const firstKeys = new Float64Array(reader.read());
  let key = 0;
  for (let page = 0; page < firstKeys.length; page++) {
    key += reader.read();
    firstKeys[page] = key;
  }
  // Copied, because a view would keep the whole buffer in memory.
  const wordFilter = new Uint8Array(bytes.subarray(reader.at));
  const size = 200 + documentCount * 20 + chunkCount * 12 + firstKeys.length * 8 + wordFilter.length;
  return {
    segmentId,
    writeNos,
    languages,
    firstSlots,
    documentOf,
    wordLengths,
    gramLengths,
    firstKeys,
    wordFilter,
    wordTotal,
    gramTotal,
    languageChunks,
    size,
  };
}

/** Returns the page that holds a key if the segment has it; -1 when the key precedes all pages. */
export function pageOf({ firstKeys }: SegmentHeader, key: number): number {
  // Keys are integers, so the first one above `key` is the first that is at least `key + 1`.
  return firstAtLeast(firstKeys, key + 1) - 1;
}
