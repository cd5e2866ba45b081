import {
  addPostings,
  createPairFactor,
  createTopK,
  lengthNorm,
  type QuestionAnalysis,
  RESCORE_DEPTH,
  rescore,
  type WeightedTerm,
  weighQuery,
} from "@quarry/core/internal";
import { readSequences } from "./forward-record.ts";
import type { GrowingArray } from "./growing-array.ts";
import type { Leg } from "./leg.ts";
import type { IndexedDocument, Slot, SpaceIndex } from "./space-index.ts";

/** A chunk found in one space. */
export interface SpaceHit {
  readonly id: string;
  readonly documentId: string;
  /** u of packages/core/RANKING.md: above 0. */
  readonly score: number;
}

// One search runs at a time, so all share one row of sums; every search leaves it at 0.
let sums = new Float64Array(1024);

/**
 * The best chunks of one space, best first, equal scores by ascending id.
 * @param accepts Whether a document is in the search's scope; asked only for chunks that could be among the best.
 */
export function searchSpace(
  space: SpaceIndex,
  query: QuestionAnalysis,
  limit: number,
  accepts: (document: IndexedDocument) => boolean,
): SpaceHit[] {
  if (limit <= 0 || space.size() === 0) return [];
  if (sums.length < space.slotCount()) sums = new Float64Array(space.slotCount() * 2);
  const terms = weighQuery(query, {
    chunks: space.size(),
    wordFrequency: (term) => space.words.documentFrequency(space.words.find(term)),
    gramFrequency: (term) => space.grams.documentFrequency(space.grams.find(term)),
  });
  accumulate(space.words, terms.words, space.wordLengths, space.size());
  accumulate(space.grams, terms.grams, space.gramLengths, space.size());

  const slotAt = (slot: number) => space.slot(slot) as Slot;
  const top = createTopK(Math.max(limit, RESCORE_DEPTH), (slot) => slotAt(slot).id);
  const slots = space.slotCount();
  for (let slot = 0; slot < slots; slot += 1) {
    const score = sums[slot] as number;
    if (score === 0 || score < top.threshold) continue;
    const found = space.slot(slot);
    if (found && accepts(found.document)) top.offer(slot, score);
  }
  sums.fill(0, 0, slots);
  const best = top.sorted().map(({ slot, score }) => ({ ...slotAt(slot), score }));
  const sequence = terms.sequence.map((term) => (term === undefined ? -1 : space.words.find(term)));
  const pairs = createPairFactor(sequence, readSequences);
  return rescore(best, ({ record }) => pairs(record), limit).map(
    ({ id, document, score }): SpaceHit => ({ id, documentId: document.id, score }),
  );
}

function accumulate(leg: Leg, terms: readonly WeightedTerm[], lengths: GrowingArray, chunks: number): void {
  const norm = lengthNorm(leg.totalLength / chunks);
  for (const { term, weight } of terms)
    addPostings(sums, leg.read(leg.find(term)), lengths.cells, norm, weight);
}
