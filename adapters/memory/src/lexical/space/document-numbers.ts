import type { Filter, LexicalEntry } from "@quarry/core";
import { createFilterVerdicts, createGrowingArray, type GrowingArray } from "@quarry/core/internal";

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
  /** Returns whether a document's metadata passes a filter; valid until the next change. */
  passes(filter: Filter): (number: number) => boolean;
}

/** Creates the numbers of an empty space. */
export function createDocumentNumbers(): DocumentNumbers {
  const documents: (NumberedDocument | undefined)[] = [];
  const free: number[] = [];
  const verdicts = createFilterVerdicts((number) => documents[number]?.metadata);
  return {
    bySlot: createGrowingArray(),
    add(document) {
      const number = free.pop() ?? documents.length;
      documents[number] = document;
      return number;
    },
    remove(number) {
      documents[number] = undefined;
      verdicts.forget(number);
      free.push(number);
    },
    at: (number) => documents[number],
    passes: verdicts.of,
  };
}
