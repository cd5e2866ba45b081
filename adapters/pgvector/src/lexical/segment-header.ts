import type { Language } from "@quarry/core/internal";
import { ByteReader, createByteWriter } from "./bytes.ts";
import type { Directory } from "./segment-encoder.ts";

/** A document's part of a segment, as its header has it. */
export interface HeaderDocument {
  readonly writeNo: number;
  readonly language: Language;
  /** Lengths of its chunks in words and in grams: `[words, grams, words, grams, ...]`. */
  readonly lengths: ArrayLike<number>;
}

/**
 * What is known of a segment without its postings. Documents stand by ascending write numbers; their chunks are
 * numbered by slots in that order.
 */
export interface SegmentHeader {
  readonly segmentId: number;
  readonly writeNos: Float64Array;
  readonly languages: readonly Language[];
  /** First slot of each document, and at the end the number of slots. */
  readonly firstSlots: Uint32Array;
  /** The document of each slot. */
  readonly documentOf: Uint32Array;
  readonly wordLengths: Uint32Array;
  readonly gramLengths: Uint32Array;
  readonly firstKeys: Float64Array;
  readonly wordFilter: Uint8Array;
  /** Figures of all its chunks. */
  readonly wordTotal: number;
  readonly gramTotal: number;
  readonly languageChunks: ReadonlyMap<Language, number>;
  /** Memory that it takes, about. */
  readonly size: number;
}

/** Packs a header into bytes. */
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

/** Reads a header. */
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
  // A copy: a part would keep all the bytes.
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

/** The page that a key is in if it is in the segment; -1 when it comes before all. */
export function pageOf({ firstKeys }: SegmentHeader, key: number): number {
  let low = 0;
  let high = firstKeys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((firstKeys[middle] as number) <= key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
