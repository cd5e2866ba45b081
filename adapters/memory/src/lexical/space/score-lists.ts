import { saturatedFrequency } from "@quarry/core/internal";
import { lowestOfBest } from "./lowest-of-best.ts";
import type { QuestionList } from "./question-lists.ts";

/** The chunks that share a term with a question. */
export interface ScoredSlots {
  /** Scores by slot. */
  readonly sums: Float64Array;
  /** The first `count` are the slots with a score, in no order. */
  readonly slots: Uint32Array;
  readonly count: number;
  /** Scores below this may be incomplete; their chunks are not among the best. */
  readonly floor: number;
}

// Searches run synchronously, so all share these arrays. `forgetScores` resets the sums to 0.
let sums = new Float64Array(1024);
let slots = new Uint32Array(1024);
let count = 0;
// Of a search with a filter: whether each slot counts.
let verdicts = new Uint8Array(0);
const [COUNTS, IGNORED] = [1, 2];

/** With fewer postings left, adding them all is faster than looking for the best chunks. */
const WORTH_SKIPPING = 4000;
/** The least share of the highest possible score to process between two attempts to skip the rest. */
const STEP = 0.08;
/** Above the rounding errors of a sum. */
const TOLERANCE = 1e-9;

/**
 * Adds up the scores of chunks, the heaviest terms first (MaxScore). As soon as no other chunk can get among the best,
 * the remaining terms, which have the longest lists, are added only to chunks that still can. Every chunk's terms are
 * added in the same order, so its score does not depend on which are skipped.
 * @param lists The heaviest first. @param slotCount Number of slots in the space.
 * @param best Number of chunks wanted; infinity to add up all scores.
 * @param counts Whether a slot may be among the best: false for a deleted chunk or one out of scope; undefined when all may.
 * @param isFiltered True when few slots may count: the others then get no scores.
 */
export function scoreLists(
  lists: readonly QuestionList[],
  slotCount: number,
  best: number,
  counts: ((slot: number) => boolean) | undefined,
  isFiltered = false,
): ScoredSlots {
  const filter = isFiltered ? counts : undefined;
  if (filter) forgetVerdicts(slotCount);
  if (sums.length < slotCount) {
    // Every search has reset the old ones.
    sums = new Float64Array(slotCount * 2);
    slots = new Uint32Array(slotCount * 2);
  }
  const total = lists.reduce((sum, { bound }) => sum + bound, 0);
  let rest = total;
  let postings = lists.reduce((sum, list) => sum + list.count, 0);
  let attempt = total / 2;
  let floor = 0;
  let at = 0;
  for (const list of lists) {
    if (best < count && rest < attempt && postings > WORTH_SKIPPING) {
      floor = lowestOfBest(sums, slots, count, best, total, counts);
      if (rest < floor - TOLERANCE) break;
      floor = 0;
      attempt = rest - STEP * total;
    }
    if (filter) addToCounting(list, filter);
    else addToAll(list);
    at += 1;
    rest -= list.bound;
    postings -= list.count;
  }
  for (; at < lists.length; at++) {
    const list = lists[at] as QuestionList;
    addToContenders(list, floor - rest - TOLERANCE);
    rest -= list.bound;
  }
  return { sums, slots, count, floor: floor - TOLERANCE };
}

/** Resets the shared arrays for the next search. */
export function forgetScores(): void {
  for (let index = 0; index < count; index++) sums[slots[index] as number] = 0;
  count = 0;
}

function addToAll({ read, lengths, constant, slope, weight }: QuestionList): void {
  read(({ cells, start, end }) => {
    // Local copies: the compiler cannot keep module variables in registers.
    const [scores, found] = [sums, slots];
    let used = count;
    for (let index = start; index < end; index++) {
      const posting = cells[index] as number;
      const slot = posting >>> 8;
      const norm = constant + slope * (lengths[slot] as number);
      const before = scores[slot] as number;
      if (before === 0) found[used++] = slot;
      scores[slot] = before + weight * saturatedFrequency(posting & 255, norm);
    }
    count = used;
  });
}

/** Adds a term's scores to the chunks that count. Asks once for each chunk. */
function addToCounting(
  { read, lengths, constant, slope, weight }: QuestionList,
  counts: (slot: number) => boolean,
): void {
  read(({ cells, start, end }) => {
    const [scores, found, known] = [sums, slots, verdicts];
    let used = count;
    for (let index = start; index < end; index++) {
      const posting = cells[index] as number;
      const slot = posting >>> 8;
      let verdict = known[slot] as number;
      if (verdict === IGNORED) continue;
      if (verdict !== COUNTS) {
        verdict = counts(slot) ? COUNTS : IGNORED;
        known[slot] = verdict;
        if (verdict === IGNORED) continue;
      }
      const norm = constant + slope * (lengths[slot] as number);
      const before = scores[slot] as number;
      if (before === 0) found[used++] = slot;
      scores[slot] = before + weight * saturatedFrequency(posting & 255, norm);
    }
    count = used;
  });
}

function forgetVerdicts(slotCount: number): void {
  if (verdicts.length < slotCount) verdicts = new Uint8Array(slotCount * 2);
  else verdicts.fill(0, 0, slotCount);
}

/** Adds a term's scores to the chunks whose scores so far are at least `least`, which is above 0. */
function addToContenders({ read, lengths, constant, slope, weight }: QuestionList, least: number): void {
  read(({ cells, start, end }) => {
    const scores = sums;
    for (let index = start; index < end; index++) {
      const posting = cells[index] as number;
      const slot = posting >>> 8;
      const before = scores[slot] as number;
      if (before < least) continue;
      const norm = constant + slope * (lengths[slot] as number);
      scores[slot] = before + weight * saturatedFrequency(posting & 255, norm);
    }
  });
}
