import type { LexicalEntry } from "@quarry/core";
import {
  createGrowingArray,
  createYieldToEventLoop,
  type GrowingArray,
  type Language,
  MAX_GRAM_CHUNKS,
  MAX_SLOTS,
} from "@quarry/core/internal";
import { type ChunkLengths, createChunkLengths } from "../fields/chunk-lengths.ts";
import { createFieldIndex, type DenseFieldIndex, type FieldIndex } from "../fields/field-index.ts";
import { readDistinct } from "../fields/forward-record.ts";
import { createGramNumbers, type GramNumbers } from "../fields/gram-numbers.ts";
import type { PackedWords } from "../fields/packed-words.ts";
import { createRecordPool, type DenseRecords, type RecordPool } from "../fields/record-pool.ts";
import { createVocabulary, type Vocabulary } from "../fields/vocabulary.ts";
import { createDocumentNumbers, type DocumentNumbers } from "./document-numbers.ts";
import { createGramRestoration } from "./gram-restoration.ts";
import { createLanguageCounts } from "./language-counts.ts";
import type { PlacedChunk, PreparedChunk } from "./prepared-chunk.ts";
import { cellsOfBits, exclude, include } from "./slot-set.ts";
import {
  type CompactedSpace,
  createSpaceCompaction,
  renumberSlots,
  type SpaceCompaction,
} from "./space-compaction.ts";

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
   * Number of writers that hold term numbers of this space, including a running snapshot. While it is above 0, no term
   * number is freed, and the owner does not drop the space.
   */
  writers: number;
  /** Whether a snapshot, which holds slot numbers, is being written. Meanwhile the space is not compacted. */
  isBeingSaved: boolean;
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
  /** Compacts the space when a quarter of its slots are deleted. Yields to the event loop in between. */
  tidy(): Promise<void>;
  /** Resolves when no compaction runs; undefined when none does. */
  tidying(): Promise<void> | undefined;
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
  /** Documents whose chunks are being added. */
  const hidden = new Set<IndexedDocument>();
  let compaction: SpaceCompaction | undefined;
  let mayFreeTerms = false;
  const restoration = createGramRestoration(grams, {
    slotCount: () => ids.length,
    isDeleted: (slot) => ids[slot] === undefined,
    records: () => records,
  });
  let tidying: Promise<void> | undefined;

  /** Restores lists that are going to be needed, and compacts. */
  async function tidyUp(): Promise<void> {
    const yieldToEventLoop = createYieldToEventLoop();
    for (; restoration.isDue(); await yieldToEventLoop()) restoration.step();
    if (isWorthCompacting(ids.length, live)) {
      await compact();
      await tidyUp();
    }
  }

  async function compact(): Promise<void> {
    const run = createSpaceCompaction({ ids, records, words, grams });
    compaction = run;
    try {
      const yieldToEventLoop = createYieldToEventLoop();
      while (run.copyMore()) await yieldToEventLoop();
      useCopy(run.finish());
    } finally {
      compaction = undefined;
    }
    mayFreeTerms = true;
  }

  /** Frees the numbers of terms that no chunk has, when no writer holds any. */
  function freeTerms(): void {
    if (!mayFreeTerms) return;
    mayFreeTerms = false;
    const isFreed = [words.freeTerms(), grams.freeTerms()];
    if (isFreed.includes(true)) numbering = {};
  }

  function useCopy(copy: CompactedSpace): void {
    const columns = [wordLengths.cells, gramLengths.cells, numbers.bySlot.cells];
    ids = renumberSlots(copy, { ids, columns, deleted: deleted.cells });
    for (const document of [...documents, ...hidden]) document.slots = document.slots.map(copy.renumber);
    records = copy.records;
    numbers.filters.forget();
    words.useCopy(copy.words);
    grams.useCopy(copy.grams);
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
    hidden.delete(document);
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

  return {
    words,
    grams,
    wordLengths,
    gramLengths,
    documents,
    numbers,
    deleted,
    writers: 0,
    isBeingSaved: false,
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
      hidden.add(document);
      place(document, chunks);
      for (const [at, chunk] of chunks.entries()) {
        records.add(chunk.record);
        words.add(chunk.words, first + at);
        grams.add(chunk.grams, first + at);
        compaction?.noteAdded(first + at, chunk);
      }
    },
    show,
    restore(document, chunks) {
      place(document, chunks);
      show(document);
    },
    complete: restoration.complete,
    adopt(dense) {
      words.adopt(dense.words);
      grams.adopt(dense.grams);
      records = createRecordPool(dense.records);
      restoration.complete();
    },
    remove(document) {
      uncount(document);
      hidden.delete(document);
      const [first] = document.slots;
      if (first === undefined) return;
      numbers.remove(numbers.bySlot.cells[first] as number);
      for (const number of document.slots) {
        ids[number] = undefined;
        include(deleted.cells, number);
      }
      document.slots = [];
      restoration.complete();
      changes += 1;
    },
    async tidy() {
      if (tidying || this.isBeingSaved) return;
      if (this.writers === 0) freeTerms();
      if (!restoration.isDue() && !isWorthCompacting(ids.length, live)) return;
      // Without memory for a copy the space stays as it is, and the next change tries again.
      tidying = tidyUp().catch(() => undefined);
      await tidying;
      tidying = undefined;
      if (this.writers === 0) freeTerms();
    },
    tidying: () => tidying,
  };
}

function assertRoom(count: number): void {
  if (count > MAX_SLOTS) throw new Error(`A space in memory holds at most ${MAX_SLOTS} chunks`);
}

function isWorthCompacting(slotCount: number, live: number): boolean {
  const deleted = slotCount - live;
  return deleted >= MIN_DELETED && deleted * 4 >= slotCount;
}
