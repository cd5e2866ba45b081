import {
  createAskedPairs,
  createTopK,
  type QuestionAnalysis,
  RESCORE_DEPTH,
  rescore,
  weighQuery,
} from "@quarry/core/internal";
import { pairFactorOf } from "../fields/forward-record.ts";
import { questionLists } from "./question-lists.ts";
import type { AcceptsSlot } from "./scope-filter.ts";
import { forgetScores, scoreLists } from "./score-lists.ts";
import type { Slot, SpaceIndex } from "./space-index.ts";

/** A chunk found in one space. */
export interface SpaceHit {
  readonly id: string;
  readonly documentId: string;
  /** u of packages/core/RANKING.md, above 0. */
  readonly score: number;
}

/**
 * Returns the best chunks of one space, best first, equal scores by ascending id.
 * @param accepts Undefined when all chunks are in scope.
 */
export function searchSpace(
  space: SpaceIndex,
  query: QuestionAnalysis,
  limit: number,
  accepts: AcceptsSlot | undefined,
): SpaceHit[] {
  if (limit <= 0 || space.size() === 0) return [];
  const { words, grams } = space;
  const terms = weighQuery(query, {
    chunks: space.size(),
    wordFrequency: (term) => words.documentFrequency(words.find(term)),
    gramFrequency: (term) => grams.documentFrequency(grams.find(term)),
    wordsOneEditApart: words.near,
  });
  const slotAt = (slot: number) => space.slot(slot) as Slot;
  const best = bestSlots(space, questionLists(space, terms), Math.max(limit, RESCORE_DEPTH), accepts).map(
    ({ slot, score }) => ({ ...slotAt(slot), score }),
  );
  const sequence = terms.sequence.map((term) => (term === undefined ? -1 : words.find(term)));
  const pairs = createAskedPairs(sequence);
  return rescore(best, ({ record }) => pairFactorOf(record, pairs), limit).map(
    ({ id, document, score }): SpaceHit => ({ id, documentId: document.id, score }),
  );
}

function bestSlots(
  space: SpaceIndex,
  lists: ReturnType<typeof questionLists>,
  limit: number,
  accepts: AcceptsSlot | undefined,
) {
  const hasDeleted = space.size() < space.slotCount();
  const isLive: AcceptsSlot = (slot) => space.slot(slot) !== undefined;
  const both: AcceptsSlot = (slot) => accepts?.(slot) === true && isLive(slot);
  const counts = hasDeleted ? (accepts ? both : isLive) : accepts;
  const top = createTopK(limit, (slot) => space.slot(slot)?.id ?? "");
  const isFiltered = accepts !== undefined;
  const { sums, slots, count, floor } = scoreLists(lists, space.slotCount(), limit, counts, isFiltered);
  for (let index = 0; index < count; index++) {
    const slot = slots[index] as number;
    const score = sums[slot] as number;
    if (score >= floor && score >= top.threshold && (!counts || counts(slot))) top.offer(slot, score);
  }
  forgetScores();
  return top.sorted();
}
