import type { FilteredScope, LexicalHit } from "@quarry/core";
import {
  createTopK,
  type QuestionAnalysis,
  RESCORE_DEPTH,
  rescore,
  type TopK,
  weighQuery,
} from "@quarry/core/internal";
import { pairFactorOf, touchRecords } from "../fields/forward-record.ts";
import { createPairFinder } from "../fields/pair-finder.ts";
import { type QuestionList, questionLists } from "./question-lists.ts";
import { slotsInScope } from "./scope-filter.ts";
import { forgetScores, scoreLists } from "./score-lists.ts";
import { holds, type SlotSet } from "./slot-set.ts";
import type { SpaceIndex } from "./space-index.ts";

/**
 * Returns the best chunks of one space, best first, equal scores by ascending id. A score is u of
 * packages/core/RANKING.md, above 0.
 */
export function searchSpace(
  space: SpaceIndex,
  spaceId: string,
  query: QuestionAnalysis,
  limit: number,
  scope: FilteredScope,
): LexicalHit[] {
  if (limit <= 0 || space.size() === 0) return [];
  const { words, grams, numbers } = space;
  const terms = weighQuery(query, {
    chunks: space.size(),
    wordFrequency: (term) => words.documentFrequency(words.find(term)),
    gramFrequency: (_, low, high) => grams.documentFrequency(grams.findPacked(low, high)),
    wordsOneEditApart: words.near,
  });
  const inScope = slotsInScope(space, scope);
  const best = bestSlots(space, questionLists(space, terms), Math.max(limit, RESCORE_DEPTH), inScope);
  const sequence = terms.sequence.map((term) => (term === undefined ? -1 : words.find(term)));
  const pairs = createPairFinder(sequence);
  const records = space.records();
  if (pairs.hasPairs) touchRecords(records, best.slice(0, RESCORE_DEPTH));
  rescore(
    best,
    (rank) => pairFactorOf(records, best[rank]?.slot as number, pairs),
    // Two documents of a space may have a chunk of the same id.
    (left, right) => compareIds(space.idAt(left.slot), space.idAt(right.slot)) || left.slot - right.slot,
  );
  const { cells: documentOf } = numbers.bySlot;
  return best.slice(0, limit).map(({ slot, score }) => ({
    id: space.idAt(slot) as string,
    spaceId,
    documentId: numbers.at(documentOf[slot] as number)?.id as string,
    score,
  }));
}

function compareIds(left = "", right = ""): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function bestSlots(
  space: SpaceIndex,
  lists: readonly QuestionList[],
  limit: number,
  allowed: SlotSet | undefined,
): ReturnType<TopK["all"]> {
  const top = createTopK(limit, (slot) => space.idAt(slot) ?? "");
  const { sums, slots, count, floor } = scoreLists(lists, space.slotCount(), limit, allowed);
  for (let index = 0; index < count; index++) {
    const slot = slots[index] as number;
    const score = sums[slot] as number;
    if (score >= floor && score >= top.threshold && (!allowed || holds(allowed.bits, slot)))
      top.offer(slot, score);
  }
  forgetScores();
  // Rescoring sorts, and only needs the ranks of more than it rescores.
  return limit > RESCORE_DEPTH ? top.sorted() : top.all();
}
