import type { LexicalEntry } from "@quarry/core";
import { type Language, MAX_SLOTS, majorityLanguage } from "@quarry/core/internal";
import { readDistinct } from "./forward-record.ts";
import { createGrowingArray, type GrowingArray } from "./growing-array.ts";
import { createLeg, type DenseLeg, type Leg } from "./leg.ts";
import type { PlacedChunk, PreparedChunk } from "./prepared-chunk.ts";

/** A document's part of a space's index. */
export interface IndexedDocument {
  readonly id: string;
  readonly spaceId: string;
  readonly space: SpaceIndex;
  readonly generation: number;
  readonly metadata: LexicalEntry["metadata"];
  readonly language: Language;
  /** Where its chunks are; renumbered when the space is compacted. */
  slots: number[];
}

/** A chunk's place in a space. */
export interface Slot {
  readonly id: string;
  readonly document: IndexedDocument;
  readonly record: Uint8Array;
}

/** The inverted index of one space. All figures are those of the live chunks, whatever was deleted before. */
export interface SpaceIndex {
  readonly words: Leg;
  readonly grams: Leg;
  readonly wordLengths: GrowingArray;
  readonly gramLengths: GrowingArray;
  readonly documents: ReadonlySet<IndexedDocument>;
  /**
   * Writers that hold term or slot numbers of this space, a snapshot being written among them. While there are any, no
   * number of a term is given away and whoever owns the space neither tidies nor drops it.
   */
  writers: number;
  /** Rises with every document that comes or goes. */
  changes(): number;
  /** Live chunks. */
  size(): number;
  /** Slots, live and dead: every slot number is below it. */
  slotCount(): number;
  /** The chunk in a slot; undefined when it was deleted. */
  slot(number: number): Slot | undefined;
  /** The language of most chunks; the alphabet decides between equals. */
  language(): Language;
  add(document: IndexedDocument, chunks: readonly PreparedChunk[]): void;
  /** Adds a document whose postings are there already. */
  restore(document: IndexedDocument, chunks: readonly PlacedChunk[]): void;
  remove(document: IndexedDocument): void;
  /** Gives back the memory of deleted chunks when they are a quarter of all. */
  tidy(): void;
}

const FEWEST_DEAD = 64;

/**
 * Makes the index of a space.
 * @param dense Its terms and postings when it is not empty; `restore` brings the documents.
 */
export function createSpaceIndex(dense?: { readonly words: DenseLeg; readonly grams: DenseLeg }): SpaceIndex {
  const words = createLeg(dense?.words);
  const grams = createLeg(dense?.grams);
  const wordLengths = createGrowingArray();
  const gramLengths = createGrowingArray();
  const documents = new Set<IndexedDocument>();
  const languages = new Map<Language, number>();
  let slots: (Slot | undefined)[] = [];
  let live = 0;
  let changes = 0;
  // Restored records are parts of one block of memory, which must not outlive most of them.
  let sharesRecords = dense !== undefined;

  function countLanguage(language: Language, by: number): void {
    const count = (languages.get(language) ?? 0) + by;
    if (count > 0) languages.set(language, count);
    else languages.delete(language);
  }

  function compact(freeTerms: boolean): void {
    const renumber = new Int32Array(slots.length).fill(-1);
    const kept: Slot[] = [];
    for (const document of documents) document.slots = [];
    for (const [old, slot] of slots.entries()) {
      if (!slot) continue;
      renumber[old] = kept.length;
      wordLengths.cells[kept.length] = wordLengths.cells[old] as number;
      gramLengths.cells[kept.length] = gramLengths.cells[old] as number;
      slot.document.slots.push(kept.length);
      kept.push(sharesRecords ? { ...slot, record: slot.record.slice() } : slot);
    }
    slots = kept;
    sharesRecords = false;
    words.compact(renumber, freeTerms);
    grams.compact(renumber, freeTerms);
  }

  function place(document: IndexedDocument, chunks: readonly PlacedChunk[]): void {
    if (slots.length + chunks.length > MAX_SLOTS)
      throw new Error(`A space in memory holds at most ${MAX_SLOTS} chunks`);
    documents.add(document);
    countLanguage(document.language, chunks.length);
    wordLengths.reserve(slots.length + chunks.length);
    gramLengths.reserve(slots.length + chunks.length);
    for (const { id, record, wordLength, gramLength } of chunks) {
      const number = slots.length;
      slots.push({ id, document, record });
      document.slots.push(number);
      wordLengths.cells[number] = wordLength;
      gramLengths.cells[number] = gramLength;
      words.totalLength += wordLength;
      grams.totalLength += gramLength;
    }
    live += chunks.length;
  }

  return {
    words,
    grams,
    wordLengths,
    gramLengths,
    documents,
    writers: 0,
    changes: () => changes,
    size: () => live,
    slotCount: () => slots.length,
    slot: (number) => slots[number],
    language: () => majorityLanguage(languages),
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
    remove(document) {
      if (!documents.delete(document)) return;
      countLanguage(document.language, -document.slots.length);
      for (const number of document.slots) {
        readDistinct((slots[number] as Slot).record, words.drop, grams.drop);
        words.totalLength -= wordLengths.cells[number] as number;
        grams.totalLength -= gramLengths.cells[number] as number;
        slots[number] = undefined;
      }
      live -= document.slots.length;
      document.slots = [];
      changes += 1;
    },
    tidy() {
      const dead = slots.length - live;
      if (dead >= FEWEST_DEAD && dead * 4 >= slots.length) compact(this.writers === 0);
    },
  };
}

function addTerms(leg: Leg, pairs: Uint32Array, slot: number): void {
  for (let index = 0; index < pairs.length; index += 2)
    leg.add(pairs[index] as number, slot, pairs[index + 1] as number);
}
