import { lengthNorm, type QueryTerms } from "@quarry/core/internal";
import type { ChunkLengths, LengthCells } from "../fields/chunk-lengths.ts";
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
  readonly lengths: LengthCells;
  /** No chunk gets a higher score from this term. */
  readonly bound: number;
  /** As `FieldIndex.parts`. */
  parts(): readonly PostingsPart[];
}

/** Returns the lists of a question's terms, those first that limit the other chunks' scores with the fewest postings. */
export function questionLists(space: SpaceIndex, { words, grams }: QueryTerms): QuestionList[] {
  const lists: QuestionList[] = [];
  openField(lists, words, space.words, space.wordLengths, space.size());
  openField(lists, grams, space.grams, space.gramLengths, space.size());
  return lists.sort((left, right) => right.bound * left.count - left.bound * right.count);
}

function openField(
  lists: QuestionList[],
  terms: QueryTerms["words"],
  field: FieldIndex,
  { cells: lengths }: ChunkLengths,
  chunks: number,
): void {
  const average = field.totalLength / chunks;
  const { constant, slope } = lengthNorm(average);
  for (const { term, weight } of terms) {
    const id = field.find(term);
    const count = field.count(id);
    if (count === 0) continue;
    const bound = weight * field.peak(id, average, lengths);
    lists.push({ count, weight, constant, slope, lengths, bound, parts: () => field.parts(id) });
  }
}
