import type { Language, LexicalEntry } from "@quarry/core";
import { readDistinct } from "./forward-record.ts";
import { createGrowingArray, type GrowingArray } from "./growing-array.ts";
import { createLeg, type Leg } from "./leg.ts";
import { MAX_SLOTS } from "./postings.ts";
import type { PreparedChunk } from "./prepared-chunk.ts";

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
  /** Writers that hold term numbers of this space; while there are any, no number is given away. */
  writers: number;
  /** Live chunks. */
  size(): number;
  /** Slots, live and dead: every slot number is below it. */
  slotCount(): number;
  /** The chunk in a slot; undefined when it was deleted. */
  slot(number: number): Slot | undefined;
  /** The language of most chunks; the alphabet decides between equals. */
  language(): Language;
  add(document: IndexedDocument, chunks: readonly PreparedChunk[]): void;
  remove(document: IndexedDocument): void;
  /** Gives back the memory of deleted chunks when they are a quarter of all. */
  tidy(): void;
}

const FEWEST_DEAD = 64;

/** Makes the index of an empty space. */
export function createSpaceIndex(): SpaceIndex {
  const words = createLeg();
  const grams = createLeg();
  const wordLengths = createGrowingArray();
  const gramLengths = createGrowingArray();
  const documents = new Set<IndexedDocument>();
  const languages = new Map<Language, number>();
  let slots: (Slot | undefined)[] = [];
  let live = 0;

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
      kept.push(slot);
    }
    slots = kept;
    words.compact(renumber, freeTerms);
    grams.compact(renumber, freeTerms);
  }

  return {
    words,
    grams,
    wordLengths,
    gramLengths,
    documents,
    writers: 0,
    size: () => live,
    slotCount: () => slots.length,
    slot: (number) => slots[number],
    language() {
      let best: Language = "en";
      let most = 0;
      for (const [language, count] of languages)
        if (count > most || (count === most && language < best)) [best, most] = [language, count];
      return best;
    },
    add(document, chunks) {
      if (slots.length + chunks.length > MAX_SLOTS)
        throw new Error(`A space in memory holds at most ${MAX_SLOTS} chunks`);
      documents.add(document);
      countLanguage(document.language, chunks.length);
      wordLengths.reserve(slots.length + chunks.length);
      gramLengths.reserve(slots.length + chunks.length);
      for (const chunk of chunks) {
        const number = slots.length;
        slots.push({ id: chunk.id, document, record: chunk.record });
        document.slots.push(number);
        wordLengths.cells[number] = chunk.wordLength;
        gramLengths.cells[number] = chunk.gramLength;
        words.totalLength += chunk.wordLength;
        grams.totalLength += chunk.gramLength;
        addTerms(words, chunk.words, number);
        addTerms(grams, chunk.grams, number);
      }
      live += chunks.length;
    },
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
