import {
  createPairFactor,
  createTopK,
  type QuestionAnalysis,
  RESCORE_DEPTH,
  rescore,
  weighQuery,
} from "@quarry/core/internal";
import { readSequences } from "../fields/forward-record.ts";
import { questionLists } from "./question-lists.ts";
import { forgetScores, scoreLists } from "./score-lists.ts";
import type { IndexedDocument, Slot, SpaceIndex } from "./space-index.ts";

/** A chunk found in one space. */
export interface SpaceHit {
  readonly id: string;
  readonly documentId: string;
  /** u of packages/core/RANKING.md, above 0. */
  readonly score: number;
}

/**
 * Returns the best chunks of one space, best first, equal scores by ascending id.
 * @param accepts Whether a document is in scope, undefined when all are; called only for chunks that may be among the
 * best.
 */
export function searchSpace(
  space: SpaceIndex,
  query: QuestionAnalysis,
  limit: number,
  accepts: ((document: IndexedDocument) => boolean) | undefined,
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
  const depth = Math.max(limit, RESCORE_DEPTH);
  const top = createTopK(depth, (slot) => slotAt(slot).id);
  const isLive =
    space.size() === space.slotCount() ? undefined : (slot: number) => space.slot(slot) !== undefined;
  // Asking for every chunk whether it is in scope would cost more than skipping saves.
  const { sums, slots, count, floor } = scoreLists(
    questionLists(space, terms),
    space.slotCount(),
    accepts ? Number.POSITIVE_INFINITY : depth,
    isLive,
  );
  for (let index = 0; index < count; index++) {
    const slot = slots[index] as number;
    const score = sums[slot] as number;
    if (score < floor || score < top.threshold) continue;
    const found = space.slot(slot);
    if (found && (!accepts || accepts(found.document))) top.offer(slot, score);
  }
  forgetScores();
  const best = top.sorted().map(({ slot, score }) => ({ ...slotAt(slot), score }));
  const sequence = terms.sequence.map((term) => (term === undefined ? -1 : words.find(term)));
  const pairs = createPairFactor(sequence, readSequences);
  return rescore(best, ({ record }) => pairs(record), limit).map(
    ({ id, document, score }): SpaceHit => ({ id, documentId: document.id, score }),
  );
}
