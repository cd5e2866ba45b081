import type { LexicalEntry } from "@quarry/core";
import {
  createGrowingArray,
  type GrowingArray,
  type Language,
  MAX_GRAM_CHUNKS,
  MAX_SLOTS,
} from "@quarry/core/internal";
import { type ChunkLengths, createChunkLengths, type LengthCells } from "../fields/chunk-lengths.ts";
import { createFieldIndex, type DenseFieldIndex, type FieldIndex } from "../fields/field-index.ts";
import { readDistinct, readGrams } from "../fields/forward-record.ts";
import { createGramNumbers, type GramNumbers } from "../fields/gram-numbers.ts";
import type { PackedWords } from "../fields/packed-words.ts";
import { createRecordPool, type DenseRecords, type RecordPool, recordAt } from "../fields/record-pool.ts";
import { createVocabulary, type Vocabulary } from "../fields/vocabulary.ts";
import { createDocumentNumbers, type DocumentNumbers } from "./document-numbers.ts";
import { createLanguageCounts } from "./language-counts.ts";
import type { PlacedChunk, PreparedChunk } from "./prepared-chunk.ts";
import { cellsOfBits, exclude, include } from "./slot-set.ts";

/** The part of a document in one space. */
export interface IndexedDocument {
  readonly id: string;
  readonly spaceId: string;
  readonly space: SpaceIndex;
  readonly generation: number;
  readonly metadata: LexicalEntry["metadata"];
  readonly language: Language;
  /** Slots of its chunks; renumbered when the space is compacted. */
  slots: number[];
}

/** The inverted index of one space. All figures count live chunks only. */
export interface SpaceIndex {
  readonly words: FieldIndex & Pick<Vocabulary, "near" | "watch">;
  readonly grams: FieldIndex & Pick<GramNumbers, "internPacked" | "findPacked" | "packed">;
  readonly wordLengths: ChunkLengths;
  readonly gramLengths: ChunkLengths;
  readonly documents: ReadonlySet<IndexedDocument>;
  readonly numbers: DocumentNumbers;
  /** The slots of deleted chunks, one bit each. */
  readonly deleted: GrowingArray;
  /**
   * Number of writers that hold term or slot numbers of this space, including a running snapshot. While it is above
   * 0, no term number is freed, and the owner neither compacts nor drops the space.
   */
  writers: number;
  /** Identifies the numbers of its terms: another object after numbers were freed. */
  numbering(): object;
  /** Counts additions and removals of documents. */
  changes(): number;
  /** Number of live chunks. */
  size(): number;
  /** Number of slots, including slots of deleted chunks. */
  slotCount(): number;
  /** Returns the id of the chunk in a slot; undefined when it was deleted. */
  idAt(slot: number): string | undefined;
  /** The forward records; compaction makes new ones. */
  records(): RecordPool;
  /** Returns the language of most chunks; ties are resolved alphabetically. */
  language(): Language;
  /** Throws unless the space has room for so many more chunks. */
  assertRoom(chunkCount: number): void;
  /** Adds chunks of a document, which no search finds before `show`. Chunks of others must not come in between. */
  add(document: IndexedDocument, chunks: readonly PreparedChunk[]): void;
  /** Lets searches find a document whose chunks were all added. */
  show(document: IndexedDocument): void;
  /** Adds a document whose postings and records are already present. Call `complete` after the last one. */
  restore(document: IndexedDocument, chunks: readonly PlacedChunk[]): void;
  /** Restores missing lists of postings. */
  complete(): void;
  /** Replaces postings and records by the same ones, which a snapshot holds. Only for a space without deleted chunks. */
  adopt(dense: Pick<DenseSpace, "words" | "grams" | "records">): void;
  /** Removes the chunks of a document, shown or not. */
  remove(document: IndexedDocument): void;
  /** Compacts the space when a quarter of its slots are deleted. */
  tidy(): void;
}

/** The terms, postings and records of a space without deleted chunks, as a snapshot stores them. */
export interface DenseSpace {
  readonly packedWords: PackedWords;
  readonly words: DenseFieldIndex;
  /** As `GramNumbers.packed`. */
  readonly packedGrams: Uint32Array;
  readonly grams: DenseFieldIndex;
  readonly records: DenseRecords;
}

const MIN_DELETED = 64;

/**
 * Creates the index of a space.
 * @param dense Its terms, postings and records, when it is restored from a snapshot; call `restore` with the documents
 * afterwards, in the order of the records.
 */
export function createSpaceIndex(dense?: DenseSpace): SpaceIndex {
  const { near, watch, ...wordNumbers } = createVocabulary(dense?.packedWords);
  const words = { ...createFieldIndex(wordNumbers, dense?.words), near, watch };
  const gramNumbers = createGramNumbers(dense?.packedGrams, (id) => dense?.grams.frequencies[id] === 0);
  const gramField = createFieldIndex(gramNumbers, dense?.grams, MAX_GRAM_CHUNKS);
  const grams = {
    ...gramField,
    findPacked: gramNumbers.findPacked,
    packed: gramNumbers.packed,
    internPacked(low: number, high: number) {
      const id = gramNumbers.internPacked(low, high);
      gramField.reserve(id);
      return id;
    },
  };
  const wordLengths = createChunkLengths();
  const gramLengths = createChunkLengths();
  const documents = new Set<IndexedDocument>();
  const numbers = createDocumentNumbers();
  const deleted = createGrowingArray(2);
  const languages = createLanguageCounts();
  let records = createRecordPool(dense?.records);
  let ids: (string | undefined)[] = [];
  let [live, changes] = [0, 0];
  let numbering = {};

  function compact(freeTerms: boolean): void {
    const { kept, renumber } = compactSlots(ids, [wordLengths, gramLengths, numbers.bySlot]);
    const before = records;
    records = createRecordPool();
    for (const [slot, id] of ids.entries()) if (id !== undefined) records.add(recordAt(before, slot));
    ids = kept;
    deleted.cells.fill(0);
    numbers.filters.forget();
    for (const document of documents) document.slots = document.slots.map((slot) => renumber[slot] as number);
    words.compact(renumber, freeTerms);
    grams.compact(renumber, freeTerms);
    if (freeTerms) numbering = {};
  }

  /** Gives chunks of a document their slots. They count as deleted until `show`. */
  function place(document: IndexedDocument, chunks: readonly PlacedChunk[]): void {
    assertRoom(ids.length + chunks.length);
    for (const column of [wordLengths, gramLengths, numbers.bySlot])
      column.reserve(ids.length + chunks.length);
    deleted.reserve(cellsOfBits(ids.length + chunks.length));
    const [known] = document.slots;
    const documentNumber =
      known === undefined ? numbers.add(document) : (numbers.bySlot.cells[known] as number);
    for (const { id, wordLength, gramLength } of chunks) {
      const number = ids.length;
      ids.push(id);
      document.slots.push(number);
      numbers.bySlot.cells[number] = documentNumber;
      wordLengths.set(number, wordLength);
      gramLengths.set(number, gramLength);
      include(deleted.cells, number);
    }
  }

  function show(document: IndexedDocument): void {
    documents.add(document);
    languages.add(document.language, document.slots.length);
    for (const number of document.slots) {
      words.totalLength += wordLengths.cells[number] as number;
      grams.totalLength += gramLengths.cells[number] as number;
      exclude(deleted.cells, number);
    }
    live += document.slots.length;
    words.countAdded();
    grams.countAdded();
    changes += 1;
  }

  /** No longer counts the chunks of a document. */
  function uncount(document: IndexedDocument): void {
    if (!documents.delete(document)) {
      words.forgetAdded();
      grams.forgetAdded();
      return;
    }
    languages.add(document.language, -document.slots.length);
    for (const number of document.slots) {
      readDistinct(records, number, words.drop, grams.drop);
      words.totalLength -= wordLengths.cells[number] as number;
      grams.totalLength -= gramLengths.cells[number] as number;
    }
    live -= document.slots.length;
  }

  const complete = () =>
    grams.complete((visit) => {
      for (const [slot, id] of ids.entries())
        if (id !== undefined) readGrams(records, slot, (gram, frequency) => visit(gram, slot, frequency));
    });

  return {
    words,
    grams,
    wordLengths,
    gramLengths,
    documents,
    numbers,
    deleted,
    writers: 0,
    numbering: () => numbering,
    changes: () => changes,
    size: () => live,
    slotCount: () => ids.length,
    idAt: (slot) => ids[slot],
    records: () => records,
    language: languages.majority,
    assertRoom: (chunkCount) => assertRoom(ids.length + chunkCount),
    add(document, chunks) {
      const first = ids.length;
      place(document, chunks);
      for (const [at, chunk] of chunks.entries()) {
        records.add(chunk.record);
        words.add(chunk.words, first + at);
        grams.add(chunk.grams, first + at);
      }
    },
    show,
    restore(document, chunks) {
      place(document, chunks);
      show(document);
    },
    complete,
    adopt(dense) {
      words.adopt(dense.words);
      grams.adopt(dense.grams);
      records = createRecordPool(dense.records);
      complete();
    },
    remove(document) {
      uncount(document);
      const [first] = document.slots;
      if (first === undefined) return;
      numbers.remove(numbers.bySlot.cells[first] as number);
      for (const number of document.slots) {
        ids[number] = undefined;
        include(deleted.cells, number);
      }
      document.slots = [];
      complete();
      changes += 1;
    },
    tidy() {
      if (isWorthCompacting(ids.length, live)) compact(this.writers === 0);
    },
  };
}

function assertRoom(count: number): void {
  if (count > MAX_SLOTS) throw new Error(`A space in memory holds at most ${MAX_SLOTS} chunks`);
}

function isWorthCompacting(slotCount: number, live: number): boolean {
  const deleted = slotCount - live;
  return deleted >= MIN_DELETED && deleted * 4 >= slotCount;
}

/** Moves live ids and their columns together. Returns them, and the new number of each old slot (-1 when deleted). */
function compactSlots(
  ids: readonly (string | undefined)[],
  columns: readonly { readonly cells: LengthCells }[],
): { kept: string[]; renumber: Int32Array } {
  const renumber = new Int32Array(ids.length).fill(-1);
  const kept: string[] = [];
  for (const [old, id] of ids.entries()) {
    if (id === undefined) continue;
    renumber[old] = kept.length;
    for (const { cells } of columns) cells[kept.length] = cells[old] as number;
    kept.push(id);
  }
  return { kept, renumber };
}
