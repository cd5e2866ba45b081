import { type lengthNorm, termShare, type YieldToEventLoop } from "@quarry/core/internal";
import { lowestOfBest, type ScoreSheet } from "./score-sheet.ts";

/** The postings of one term in one segment. */
export interface ListPart {
  readonly buffer: Uint32Array;
  readonly count: number;
  /** The sheet's slot of the segment's first chunk. */
  readonly base: number;
  /** Lengths of the segment's chunks in terms of the field. */
  readonly lengths: Uint32Array;
}

/** The postings of one term of a question, with all that scoring needs. */
export interface QuestionList {
  readonly parts: readonly ListPart[];
  /** Number of postings, including retired chunks. */
  readonly count: number;
  readonly weight: number;
  readonly norm: ReturnType<typeof lengthNorm>;
  /** No chunk gets a higher score from this term. */
  readonly bound: number;
}

/** With fewer postings left, adding them all is faster than looking for the best chunks. */
const WORTH_SKIPPING = 4000;
/** The least share of the highest possible score to process between two attempts to skip the rest. */
const STEP = 0.08;
/** Above the rounding errors of a sum. */
const TOLERANCE = 1e-9;
/** Adding as many takes below a millisecond. */
const POSTINGS_PER_CHECK = 100_000;

/**
 * Adds up the scores of chunks, the heaviest terms first (MaxScore, as the index in memory does): as soon as no other chunk
 * can get among the best, the remaining terms are added only to chunks that still can. A chunk's terms are added in the
 * same order in any case, so its score does not depend on which are skipped.
 * @param lists The heaviest first. @param best Number of chunks wanted.
 * @param counts By slot: 0 when its chunk is not to be found; undefined when all are.
 * @returns Scores below this may be incomplete; their chunks are not among the best.
 */
export async function scoreLists(
  sheet: ScoreSheet,
  lists: readonly QuestionList[],
  best: number,
  counts: Uint8Array | undefined,
  yieldToEventLoop: YieldToEventLoop,
): Promise<number> {
  const total = lists.reduce((sum, { bound }) => sum + bound, 0);
  let rest = total;
  let postings = lists.reduce((sum, list) => sum + list.count, 0);
  let attempt = total / 2;
  let floor = 0;
  let pending = 0;
  for (const list of lists) {
    if (floor === 0 && best < sheet.count && rest < attempt && postings > WORTH_SKIPPING) {
      const least = lowestOfBest(sheet, best, total, counts);
      if (rest < least - TOLERANCE) floor = least;
      attempt = rest - STEP * total;
    }
    if (floor === 0) addToAll(sheet, list);
    else addToContenders(sheet, list, floor - rest - TOLERANCE);
    rest -= list.bound;
    postings -= list.count;
    pending += list.count;
    // Not before each of the many short lists: even awaiting without a pause costs more than adding one.
    if (pending > POSTINGS_PER_CHECK) {
      pending = 0;
      await yieldToEventLoop();
    }
  }
  return floor - TOLERANCE;
}

function addToAll(sheet: ScoreSheet, { parts, weight, norm: { constant, slope } }: QuestionList): void {
  const { sums, slots } = sheet;
  let used = sheet.count;
  for (const { buffer, count, base, lengths } of parts)
    for (let index = 0; index < count; index++) {
      const posting = buffer[index] as number;
      const own = posting >>> 8;
      const slot = base + own;
      const norm = constant + slope * (lengths[own] as number);
      const before = sums[slot] as number;
      // `Number` compiles to no branch, and the processor could not predict it.
      slots[used] = slot;
      used += Number(before === 0);
      sums[slot] = before + termShare(weight, posting & 255, norm);
    }
  sheet.count = used;
}

/** Adds a term's scores to the chunks whose scores so far are at least `least`, which is above 0. */
function addToContenders(
  { sums }: ScoreSheet,
  { parts, weight, norm: { constant, slope } }: QuestionList,
  least: number,
): void {
  for (const { buffer, count, base, lengths } of parts)
    for (let index = 0; index < count; index++) {
      const posting = buffer[index] as number;
      const own = posting >>> 8;
      const slot = base + own;
      const before = sums[slot] as number;
      if (before < least) continue;
      const norm = constant + slope * (lengths[own] as number);
      sums[slot] = before + termShare(weight, posting & 255, norm);
    }
}
