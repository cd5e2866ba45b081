import type { LexicalEntry } from "@quarry/core";
import {
  createGrowingArray,
  type GrowingArray,
  type Language,
  MAX_GRAM_CHUNKS,
  MAX_SLOTS,
} from "@quarry/core/internal";
import { createFieldIndex, type DenseFieldIndex, type FieldIndex } from "../fields/field-index.ts";
import { readDistinct, readGrams } from "../fields/forward-record.ts";
import { createDocumentNumbers, type DocumentNumbers } from "./document-numbers.ts";
import { createLanguageCounts } from "./language-counts.ts";
import type { PlacedChunk, PreparedChunk } from "./prepared-chunk.ts";

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

/** A chunk in a space. */
export interface Slot {
  readonly id: string;
  readonly document: IndexedDocument;
  readonly record: Uint8Array;
}

/** The inverted index of one space. All figures count live chunks only. */
export interface SpaceIndex {
  readonly words: FieldIndex;
  readonly grams: FieldIndex;
  readonly wordLengths: GrowingArray;
  readonly gramLengths: GrowingArray;
  readonly documents: ReadonlySet<IndexedDocument>;
  readonly numbers: DocumentNumbers;
  /**
   * Number of writers that hold term or slot numbers of this space, including a running snapshot. While it is above
   * 0, no term number is freed, and the owner neither compacts nor drops the space.
   */
  writers: number;
  /** Counts additions and removals of documents. */
  changes(): number;
  /** Number of live chunks. */
  size(): number;
  /** Number of slots, including slots of deleted chunks. */
  slotCount(): number;
  /** Returns the chunk in a slot; undefined when it was deleted. */
  slot(number: number): Slot | undefined;
  /** Returns the language of most chunks; ties are resolved alphabetically. */
  language(): Language;
  add(document: IndexedDocument, chunks: readonly PreparedChunk[]): void;
  /** Adds a document whose postings are already present. Call `complete` after the last one. */
  restore(document: IndexedDocument, chunks: readonly PlacedChunk[]): void;
  /** Restores missing lists of postings. */
  complete(): void;
  remove(document: IndexedDocument): void;
  /** Compacts the space when a quarter of its slots are deleted. */
  tidy(): void;
}

const MIN_DELETED = 64;

/**
 * Creates the index of a space.
 * @param dense Its terms and postings, when it is restored from a snapshot; call `restore` with the documents
 * afterwards.
 */
export function createSpaceIndex(dense?: {
  readonly words: DenseFieldIndex;
  readonly grams: DenseFieldIndex;
}): SpaceIndex {
  const words = createFieldIndex(dense?.words);
  const grams = createFieldIndex(dense?.grams, MAX_GRAM_CHUNKS);
  const wordLengths = createGrowingArray();
  const gramLengths = createGrowingArray();
  const documents = new Set<IndexedDocument>();
  const numbers = createDocumentNumbers();
  const languages = createLanguageCounts();
  let slots: (Slot | undefined)[] = [];
  let [live, changes] = [0, 0];
  // Restored records are views of one buffer, which any of them keeps in memory.
  let sharesRecords = dense !== undefined;

  function compact(freeTerms: boolean): void {
    const { kept, renumber } = compactSlots(slots, [wordLengths, gramLengths, numbers.bySlot], sharesRecords);
    for (const document of documents) document.slots = [];
    for (const [number, { document }] of kept.entries()) document.slots.push(number);
    slots = kept;
    sharesRecords = false;
    words.compact(renumber, freeTerms);
    grams.compact(renumber, freeTerms);
  }

  function place(document: IndexedDocument, chunks: readonly PlacedChunk[]): void {
    assertRoom(slots.length + chunks.length);
    documents.add(document);
    languages.add(document.language, chunks.length);
    wordLengths.reserve(slots.length + chunks.length);
    gramLengths.reserve(slots.length + chunks.length);
    numbers.bySlot.reserve(slots.length + chunks.length);
    const documentNumber = numbers.add(document);
    for (const { id, record, wordLength, gramLength } of chunks) {
      const number = slots.length;
      slots.push({ id, document, record });
      document.slots.push(number);
      numbers.bySlot.cells[number] = documentNumber;
      wordLengths.cells[number] = wordLength;
      gramLengths.cells[number] = gramLength;
      words.totalLength += wordLength;
      grams.totalLength += gramLength;
    }
    live += chunks.length;
  }

  const complete = () =>
    grams.complete((visit) => {
      for (const [number, slot] of slots.entries())
        if (slot) readGrams(slot.record, (id, frequency) => visit(id, number, frequency));
    });

  return {
    words,
    grams,
    wordLengths,
    gramLengths,
    documents,
    numbers,
    writers: 0,
    changes: () => changes,
    size: () => live,
    slotCount: () => slots.length,
    slot: (number) => slots[number],
    language: languages.majority,
    add(document, chunks) {
      const first = slots.length;
      place(document, chunks);
      for (const [at, chunk] of chunks.entries()) {
        addTerms(words, chunk.words, first + at);
        addTerms(grams, chunk.grams, first + at);
      }
      changes += 1;
    },
    restore: place,
    complete,
    remove(document) {
      if (!documents.delete(document)) return;
      languages.add(document.language, -document.slots.length);
      const [first] = document.slots;
      if (first !== undefined) numbers.remove(numbers.bySlot.cells[first] as number);
      for (const number of document.slots) {
        readDistinct((slots[number] as Slot).record, words.drop, grams.drop);
        words.totalLength -= wordLengths.cells[number] as number;
        grams.totalLength -= gramLengths.cells[number] as number;
        slots[number] = undefined;
      }
      live -= document.slots.length;
      document.slots = [];
      complete();
      changes += 1;
    },
    tidy() {
      if (isWorthCompacting(slots.length, live)) compact(this.writers === 0);
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

/** Moves live slots and their columns together. Returns them, and the new number of each old slot (-1 when deleted). */
function compactSlots(
  slots: readonly (Slot | undefined)[],
  columns: readonly GrowingArray[],
  copiesRecords: boolean,
): { kept: Slot[]; renumber: Int32Array } {
  const renumber = new Int32Array(slots.length).fill(-1);
  const kept: Slot[] = [];
  for (const [old, slot] of slots.entries()) {
    if (!slot) continue;
    renumber[old] = kept.length;
    for (const { cells } of columns) cells[kept.length] = cells[old] as number;
    kept.push(copiesRecords ? { ...slot, record: slot.record.slice() } : slot);
  }
  return { kept, renumber };
}

function addTerms(field: FieldIndex, pairs: Uint32Array, slot: number): void {
  for (let index = 0; index < pairs.length; index += 2)
    field.add(pairs[index] as number, slot, pairs[index + 1] as number);
}
