import { type Analysis, lengthNorm, RESCORED, saturatedFrequency } from "@quarry/core";
import { createPairFactor } from "./adjacent-pairs.ts";
import type { GrowingArray } from "./growing-array.ts";
import type { Leg } from "./leg.ts";
import { frequencyOf, slotOf } from "./postings.ts";
import { type WeightedTerm, weighQuery } from "./query-terms.ts";
import type { IndexedDocument, Slot, SpaceIndex } from "./space-index.ts";
import { createTopSlots } from "./top-slots.ts";

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
  query: Analysis,
  limit: number,
  accepts: (document: IndexedDocument) => boolean,
): SpaceHit[] {
  if (limit <= 0 || space.size() === 0) return [];
  if (sums.length < space.slotCount()) sums = new Float64Array(space.slotCount() * 2);
  const terms = weighQuery(query, space);
  const touched: number[] = [];
  accumulate(space.words, terms.words, space.wordLengths, space.size(), touched);
  accumulate(space.grams, terms.grams, space.gramLengths, space.size(), touched);

  const slotAt = (slot: number) => space.slot(slot) as Slot;
  const top = createTopSlots(Math.max(limit, RESCORED), (slot) => slotAt(slot).id);
  for (const slot of touched) {
    const score = sums[slot] as number;
    sums[slot] = 0;
    if (!top.couldEnter(score)) continue;
    const found = space.slot(slot);
    if (found && accepts(found.document)) top.offer(slot, score);
  }
  const pairs = createPairFactor(terms.sequence);
  return top
    .sorted()
    .map(({ slot, score }, rank): SpaceHit => {
      const { id, document, record } = slotAt(slot);
      return { id, documentId: document.id, score: rank < RESCORED ? score * pairs(record) : score };
    })
    .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1))
    .slice(0, limit);
}

function accumulate(
  leg: Leg,
  terms: readonly WeightedTerm[],
  lengths: GrowingArray,
  chunks: number,
  touched: number[],
): void {
  const { constant, slope } = lengthNorm(leg.totalLength / chunks);
  const cells = lengths.cells;
  for (const { id, weight } of terms) {
    const { buffer, count } = leg.read(id);
    for (let index = 0; index < count; index++) {
      const posting = buffer[index] as number;
      const slot = slotOf(posting);
      const sum = sums[slot] as number;
      if (sum === 0) touched.push(slot);
      const norm = constant + slope * (cells[slot] as number);
      sums[slot] = sum + weight * saturatedFrequency(frequencyOf(posting), norm);
    }
  }
}
