import {
  type GrowingArray,
  heaviestFirst,
  lengthNorm,
  type QueryTerms,
  type WeightedTerm,
} from "@quarry/core/internal";
import type { FieldIndex } from "../fields/field-index.ts";
import type { PostingsPart } from "../fields/postings-part.ts";
import type { SpaceIndex } from "./space-index.ts";

/** The postings of one term of a question, with all that scoring needs. */
export interface QuestionList {
  /** Number of postings, including deleted chunks. */
  readonly count: number;
  readonly weight: number;
  /** BM25's length norm: `constant + slope * length`. */
  readonly constant: number;
  readonly slope: number;
  /** Lengths of the chunks by slot. */
  readonly lengths: Uint32Array;
  /** No chunk gets a higher score from this term. */
  readonly bound: number;
  read(visit: (part: PostingsPart) => void): void;
}

/** Returns the lists of a question's terms, the highest weights first. */
export function questionLists(space: SpaceIndex, terms: QueryTerms): QuestionList[] {
  const fields = {
    words: openField(space.words, space.wordLengths, space.size()),
    grams: openField(space.grams, space.gramLengths, space.size()),
  };
  return heaviestFirst(terms).map((term) => fields[term.kind](term));
}

function openField(
  field: FieldIndex,
  { cells: lengths }: GrowingArray,
  chunks: number,
): (term: WeightedTerm) => QuestionList {
  const average = field.totalLength / chunks;
  const { constant, slope } = lengthNorm(average);
  return ({ term, weight }) => {
    const id = field.find(term);
    return {
      count: field.count(id),
      weight,
      constant,
      slope,
      lengths,
      bound: weight * field.peak(id, average, lengths),
      read: (visit) => field.read(id, visit),
    };
  };
}
