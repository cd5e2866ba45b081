import {
  addFieldScores,
  createPairFactor,
  createTopK,
  type GrowingArray,
  type QuestionAnalysis,
  RESCORE_DEPTH,
  rescore,
  visitBest,
  type WeightedTerm,
  weighQuery,
} from "@quarry/core/internal";
import type { FieldIndex } from "../fields/field-index.ts";
import { readSequences } from "../fields/forward-record.ts";
import type { AcceptsSlot } from "./scope-filter.ts";
import type { Slot, SpaceIndex } from "./space-index.ts";

/** A chunk found in one space. */
export interface SpaceHit {
  readonly id: string;
  readonly documentId: string;
  /** u of packages/core/RANKING.md, above 0. */
  readonly score: number;
}

// Searches run synchronously, so all share one array of scores. Every search resets it to 0.
let sums = new Float64Array(1024);

/**
 * Returns the best chunks of one space, best first, equal scores by ascending id.
 * @param accepts Undefined when all chunks are in scope; called only for chunks that may be among the best.
 */
export function searchSpace(
  space: SpaceIndex,
  query: QuestionAnalysis,
  limit: number,
  accepts: AcceptsSlot | undefined,
): SpaceHit[] {
  if (limit <= 0 || space.size() === 0) return [];
  if (sums.length < space.slotCount()) sums = new Float64Array(space.slotCount() * 2);
  const terms = weighQuery(query, {
    chunks: space.size(),
    wordFrequency: (term) => space.words.documentFrequency(space.words.find(term)),
    gramFrequency: (term) => space.grams.documentFrequency(space.grams.find(term)),
  });
  addField(space.words, terms.words, space.wordLengths, space.size());
  addField(space.grams, terms.grams, space.gramLengths, space.size());

  const slotAt = (slot: number) => space.slot(slot) as Slot;
  const top = createTopK(Math.max(limit, RESCORE_DEPTH), (slot) => slotAt(slot).id);
  const slots = space.slotCount();
  visitBest(sums, slots, top, (slot, score) => {
    if (accepts && !accepts(slot)) return;
    if (space.slot(slot)) top.offer(slot, score);
  });
  sums.fill(0, 0, slots);
  const best = top.sorted().map(({ slot, score }) => ({ ...slotAt(slot), score }));
  const sequence = terms.sequence.map((term) => (term === undefined ? -1 : space.words.find(term)));
  const pairs = createPairFactor(sequence, readSequences);
  return rescore(best, ({ record }) => pairs(record), limit).map(
    ({ id, document, score }): SpaceHit => ({ id, documentId: document.id, score }),
  );
}

function addField(
  field: FieldIndex,
  terms: readonly WeightedTerm[],
  lengths: GrowingArray,
  chunks: number,
): void {
  const scoring = addFieldScores(
    terms,
    field.totalLength / chunks,
    (term) => [field.find(term)],
    (id) => ({ postings: field.read(id), sums, lengths: lengths.cells }),
  );
  for (const _ of scoring);
}
