import { termShare } from "@quarry/core/internal";
import type { PostingsPart } from "../fields/postings-part.ts";
import { lowestOfBest } from "./lowest-of-best.ts";
import type { QuestionList } from "./question-lists.ts";
import { holds, type SlotSet } from "./slot-set.ts";

/** The chunks that may be among a question's best. */
export interface ScoredSlots {
  /** Scores by slot. */
  readonly sums: Float64Array;
  /** The first `count` are the slots, in no order. */
  readonly slots: Uint32Array;
  readonly count: number;
  /** Scores below this may be incomplete; their chunks are not among the best. */
  readonly floor: number;
}

// Searches run synchronously, so all share these arrays. `forgetScores` resets the sums to 0.
let sums = new Float64Array(1024);
/** The slots with a score. */
let slots = new Uint32Array(1024);
let count = 0;
/** The slots that may be among the best. */
let contenders = new Uint32Array(1024);
let contenderCount = 0;

/** With fewer postings left, adding them all is faster than looking for the best chunks. */
const WORTH_SKIPPING = 1500;
/** Skipping begins when other chunks can reach this share of the lowest of the best scores: then few contenders remain. */
const SURE = 0.7;
/** The least share of the highest possible score to process between two attempts to skip the rest. */
const STEP = 0.1;
/** The share of the distance to the last estimate that may remain before the next attempt. */
const APPROACH = 0.3;
/** Chunks to estimate the lowest of the best scores from: the first ones, which have the heaviest terms. */
const ESTIMATED_FROM = 2048;
/** A list with so many times more postings than there are contenders is searched for each of them. */
const SPARSE = 24;
/** Above the rounding errors of a sum. */
const TOLERANCE = 1e-9;

/**
 * Adds up the scores of chunks (MaxScore). As soon as no other chunk can get among the best, the remaining terms are added
 * only to chunks that still can. Sums are exact, so a score does not depend on the order of the lists.
 * @param lists The lists that limit scores the most with the fewest postings are first.
 * @param slotCount Number of slots in the space.
 * @param best Number of chunks wanted; infinity to add up all scores.
 * @param allowed The slots that may be among the best; undefined when all may.
 */
export function scoreLists(
  lists: readonly QuestionList[],
  slotCount: number,
  best: number,
  allowed: SlotSet | undefined,
): ScoredSlots {
  if (sums.length <= slotCount) {
    // Every search has reset the old ones.
    sums = new Float64Array(slotCount * 2);
    [slots, contenders] = [new Uint32Array(slotCount * 2), new Uint32Array(slotCount * 2)];
  }
  let total = 0;
  let postings = 0;
  for (const list of lists) {
    total += list.bound;
    postings += list.count;
  }
  // Where few slots are allowed, the others get no scores.
  const only = allowed?.isSparse ? allowed.bits : undefined;
  const counted = only ? undefined : allowed;
  let rest = total;
  let attempt = total / 2;
  for (let at = 0; at < lists.length; at++) {
    const list = lists[at] as QuestionList;
    if (best < count && rest < attempt && postings > WORTH_SKIPPING) {
      const floor = lowestOfBest(sums, slots, Math.min(count, ESTIMATED_FROM), best, total, counted);
      if (rest < SURE * floor - TOLERANCE)
        return addToContenders(lists, at, rest, floor, best, total, counted);
      attempt = Math.min(rest - STEP * total, floor + APPROACH * (rest - floor));
    }
    for (const part of list.parts()) {
      if (only) addAllowed(part, list, only);
      else addAll(part, list);
    }
    rest -= list.bound;
    postings -= list.count;
  }
  return { sums, slots, count, floor: -TOLERANCE };
}

/** Resets the shared arrays for the next search. */
export function forgetScores(): void {
  for (let index = 0; index < count; index++) sums[slots[index] as number] = 0;
  count = 0;
}

/** Adds the lists from `first` on to the chunks that still can get among the best. */
function addToContenders(
  lists: readonly QuestionList[],
  first: number,
  restBefore: number,
  floorBefore: number,
  best: number,
  total: number,
  allowed: SlotSet | undefined,
): ScoredSlots {
  let [rest, floor, isSorted] = [restBefore, floorBefore, false];
  chooseContenders(floor - rest - TOLERANCE, allowed);
  for (let at = first; at < lists.length; at++) {
    const list = lists[at] as QuestionList;
    const least = floor - rest - TOLERANCE;
    const isSparse = contenderCount * SPARSE < list.count;
    if (isSparse && !isSorted) {
      contenders.subarray(0, contenderCount).sort();
      isSorted = true;
    }
    for (const part of list.parts())
      if (isSparse) addToEach(part, list);
      else addFrom(part, list, least);
    rest -= list.bound;
    // The scores have grown, and so has the lowest of the best.
    if (contenderCount > 2 * best)
      floor = Math.max(floor, lowestOfBest(sums, contenders, contenderCount, best, total, undefined));
    keepContenders(floor - rest - TOLERANCE);
  }
  return { sums, slots: contenders, count: contenderCount, floor: floor - TOLERANCE };
}

function chooseContenders(least: number, allowed: SlotSet | undefined): void {
  const scores = sums;
  const found = slots;
  const chosen = contenders;
  let used = 0;
  for (let index = 0; index < count; index++) {
    const slot = found[index] as number;
    chosen[used] = slot;
    used += Number((scores[slot] as number) >= least && (!allowed || holds(allowed.bits, slot)));
  }
  contenderCount = used;
}

function keepContenders(least: number): void {
  const scores = sums;
  const chosen = contenders;
  let used = 0;
  for (let index = 0; index < contenderCount; index++) {
    const slot = chosen[index] as number;
    chosen[used] = slot;
    used += Number((scores[slot] as number) >= least);
  }
  contenderCount = used;
}

// Local copies: the compiler cannot keep module variables in registers. Slots are written before it is known whether they
// count, and `Number` compiles to no branch: the processor could not predict it, and a wrong guess takes longer than a write.

function addAll({ cells, start, end }: PostingsPart, list: QuestionList): void {
  const { lengths, constant, slope, weight } = list;
  const scores = sums;
  const found = slots;
  let used = count;
  for (let index = start; index < end; index++) {
    const posting = cells[index] as number;
    const slot = posting >>> 8;
    const before = scores[slot] as number;
    found[used] = slot;
    used += Number(before === 0);
    scores[slot] = before + termShare(weight, posting & 255, constant + slope * (lengths[slot] as number));
  }
  count = used;
}

/** Adds a term's scores to the chunks in a set. */
function addAllowed({ cells, start, end }: PostingsPart, list: QuestionList, bits: Uint32Array): void {
  const { lengths, constant, slope, weight } = list;
  const scores = sums;
  const found = slots;
  let used = count;
  for (let index = start; index < end; index++) {
    const posting = cells[index] as number;
    const slot = posting >>> 8;
    if (!holds(bits, slot)) continue;
    const before = scores[slot] as number;
    found[used] = slot;
    used += Number(before === 0);
    scores[slot] = before + termShare(weight, posting & 255, constant + slope * (lengths[slot] as number));
  }
  count = used;
}

/** Adds a term's scores to the chunks whose scores so far are at least `least`, which is above 0. */
function addFrom({ cells, start, end }: PostingsPart, list: QuestionList, least: number): void {
  const { lengths, constant, slope, weight } = list;
  const scores = sums;
  for (let index = start; index < end; index++) {
    const posting = cells[index] as number;
    const slot = posting >>> 8;
    const before = scores[slot] as number;
    if (before < least) continue;
    scores[slot] = before + termShare(weight, posting & 255, constant + slope * (lengths[slot] as number));
  }
}

/** Adds a term's scores to the contenders, in ascending order: looks for each in steps that double. */
function addToEach({ cells, start, end }: PostingsPart, list: QuestionList): void {
  const { lengths, constant, slope, weight } = list;
  const scores = sums;
  const chosen = contenders;
  let low = start;
  for (let index = 0; index < contenderCount && low < end; index++) {
    const slot = chosen[index] as number;
    const first = slot * 256;
    let high = low;
    for (let step = 1; high < end && (cells[high] as number) < first; step *= 2) {
      low = high + 1;
      high += step;
    }
    if (high > end) high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((cells[middle] as number) < first) low = middle + 1;
      else high = middle;
    }
    if (low === end) return;
    const posting = cells[low] as number;
    if (posting >>> 8 !== slot) continue;
    scores[slot] =
      (scores[slot] as number) +
      termShare(weight, posting & 255, constant + slope * (lengths[slot] as number));
  }
}
