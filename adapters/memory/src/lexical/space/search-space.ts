import type { LexicalHit } from "@quarry/core";
import {
  createTopK,
  type QuestionAnalysis,
  RESCORE_DEPTH,
  rescore,
  type TopK,
  weighQuery,
} from "@quarry/core/internal";
import { pairFactorOf } from "../fields/forward-record.ts";
import { createPairFinder } from "../fields/pair-finder.ts";
import { type QuestionList, questionLists } from "./question-lists.ts";
import type { AcceptsSlot } from "./scope-filter.ts";
import { forgetScores, scoreLists } from "./score-lists.ts";
import type { SpaceIndex } from "./space-index.ts";

/**
 * Returns the best chunks of one space, best first, equal scores by ascending id. A score is u of
 * packages/core/RANKING.md, above 0.
 * @param accepts Undefined when all chunks are in scope.
 */
export function searchSpace(
  space: SpaceIndex,
  spaceId: string,
  query: QuestionAnalysis,
  limit: number,
  accepts: AcceptsSlot | undefined,
): LexicalHit[] {
  if (limit <= 0 || space.size() === 0) return [];
  const { words, grams, numbers } = space;
  const terms = weighQuery(query, {
    chunks: space.size(),
    wordFrequency: (term) => words.documentFrequency(words.find(term)),
    gramFrequency: (term) => grams.documentFrequency(grams.find(term)),
    wordsOneEditApart: words.near,
  });
  const best = bestSlots(space, questionLists(space, terms), Math.max(limit, RESCORE_DEPTH), accepts);
  const { cells: documentOf } = numbers.bySlot;
  const hits = best.map(({ slot, score }) => ({
    id: space.idAt(slot) as string,
    spaceId,
    documentId: numbers.at(documentOf[slot] as number)?.id as string,
    score,
  }));
  const sequence = terms.sequence.map((term) => (term === undefined ? -1 : words.find(term)));
  const pairs = createPairFinder(sequence);
  const records = space.records();
  rescore(hits, (rank) => pairFactorOf(records, best[rank]?.slot as number, pairs));
  return hits.slice(0, limit);
}

function bestSlots(
  space: SpaceIndex,
  lists: readonly QuestionList[],
  limit: number,
  accepts: AcceptsSlot | undefined,
): ReturnType<TopK["sorted"]> {
  const hasDeleted = space.size() < space.slotCount();
  const isLive: AcceptsSlot = (slot) => space.idAt(slot) !== undefined;
  const both: AcceptsSlot = (slot) => accepts?.(slot) === true && isLive(slot);
  const counts = hasDeleted ? (accepts ? both : isLive) : accepts;
  const top = createTopK(limit, (slot) => space.idAt(slot) ?? "");
  const isFiltered = accepts !== undefined;
  const { sums, slots, count, floor } = scoreLists(lists, space.slotCount(), limit, counts, isFiltered);
  for (let index = 0; index < count; index++) {
    const slot = slots[index] as number;
    const score = sums[slot] as number;
    if (score >= floor && score >= top.threshold && (!counts || counts(slot))) top.offer(slot, score);
  }
  forgetScores();
  // Rescoring sorts, and only needs the ranks of more than it rescores.
  return limit > RESCORE_DEPTH ? top.sorted() : top.all();
}
