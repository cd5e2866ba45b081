import type { LexicalEntry } from "@quarry/core";
import { createGrowingArray, type GrowingArray } from "@quarry/core/internal";
import { createSlotFilters, type SlotFilters } from "./slot-filters.ts";

/** The part of a document that filters need. */
export type NumberedDocument = Pick<LexicalEntry, "metadata"> & { readonly id: string };

/** Numbers of the documents of a space. Numbers of removed documents are given again. */
export interface DocumentNumbers {
  /** The number of each slot's document. */
  readonly bySlot: GrowingArray;
  /** Returns a free number for a document. */
  add(document: NumberedDocument): number;
  remove(number: number): void;
  at(number: number): NumberedDocument | undefined;
  /** The slots whose documents' metadata pass a filter. */
  readonly filters: SlotFilters;
}

/** Creates the numbers of an empty space. */
export function createDocumentNumbers(): DocumentNumbers {
  const documents: (NumberedDocument | undefined)[] = [];
  const free: number[] = [];
  const bySlot = createGrowingArray();
  return {
    bySlot,
    filters: createSlotFilters({ bySlot, metadataOf: (number) => documents[number]?.metadata }),
    add(document) {
      const number = free.pop() ?? documents.length;
      documents[number] = document;
      return number;
    },
    remove(number) {
      documents[number] = undefined;
      free.push(number);
    },
    at: (number) => documents[number],
  };
}
