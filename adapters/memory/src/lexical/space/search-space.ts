import type { FilteredScope, LexicalHit } from "@quarry/core";
import {
  createTopK,
  type QueryTerms,
  RESCORE_DEPTH,
  rescore,
  type SpaceStatistics,
  type TopK,
} from "@quarry/core/internal";
import { pairFactorOf, touchRecords } from "../fields/forward-record.ts";
import { createPairFinder } from "../fields/pair-finder.ts";
import { type QuestionList, questionLists } from "./question-lists.ts";
import { slotsInScope } from "./scope-filter.ts";
import { forgetScores, scoreLists } from "./score-lists.ts";
import { holds, type SlotSet } from "./slot-set.ts";
import type { SpaceIndex } from "./space-index.ts";

/** The statistics of a space, which change with it. */
export function statisticsOf({ words, grams, size }: SpaceIndex): SpaceStatistics {
  return {
    chunks: size(),
    wordLength: words.totalLength,
    gramLength: grams.totalLength,
    wordFrequency: (term) => words.documentFrequency(words.find(term)),
    gramFrequency: (_, low, high) => grams.documentFrequency(grams.findPacked(low, high)),
    wordsOneEditApart: words.near,
  };
}

/**
 * Returns the best chunks of one space, best first, equal scores by ascending id. A score is u of
 * packages/core/RANKING.md, above 0.
 * @param terms The question, weighed by `statistics`: of this space, or of all searched spaces together.
 */
export function searchSpace(
  space: SpaceIndex,
  spaceId: string,
  { terms, statistics }: { readonly terms: QueryTerms; readonly statistics: SpaceStatistics },
  limit: number,
  scope: FilteredScope,
): LexicalHit[] {
  if (limit <= 0 || space.size() === 0) return [];
  const { words, numbers } = space;
  const inScope = slotsInScope(space, scope);
  const best = bestSlots(
    space,
    questionLists(space, terms, statistics),
    Math.max(limit, RESCORE_DEPTH),
    inScope,
  );
  const pairs = createPairFinder(numbersOf(terms.sequence, words.find));
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

/** Larger than any number of a word. */
const ABSENT = 2 ** 26;

/**
 * Numbers the words of a question: -1 for a missing one. A word that only other searched spaces contain gets a number that
 * no chunk has, so that its pairs count as they do there.
 */
function numbersOf(sequence: QueryTerms["sequence"], find: (term: string) => number): number[] {
  const absent = new Map<string, number>();
  return sequence.map((term) => {
    if (term === undefined) return -1;
    const number = find(term);
    if (number >= 0) return number;
    const own = absent.get(term) ?? ABSENT + absent.size;
    absent.set(term, own);
    return own;
  });
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
