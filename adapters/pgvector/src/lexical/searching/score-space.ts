import {
  heaviestFirst,
  lengthNorm,
  type QueryTerms,
  type WeightedTerm,
  type YieldToEventLoop,
} from "@quarry/core/internal";
import { gramKey, wordKey } from "../encoding/term-key.ts";
import type { SpaceTerms } from "../spaces/space-terms.ts";
import type { SpaceView } from "../storage/space-view.ts";
import { type QuestionList, scoreLists } from "./score-lists.ts";
import { lowestOfBest, returnSheet, type ScoreSheet, takeSheet } from "./score-sheet.ts";
import { slotsInScope } from "./slots-in-scope.ts";
import { peakOf } from "./term-peak.ts";

/** A chunk among the best of its space, by location; its id is read later. */
export interface Candidate {
  readonly writeNo: number;
  readonly ordinal: number;
  readonly score: number;
}

/**
 * Returns the `limit` best chunks of a space and all others with the score of the last of them, in no order.
 * @param allowed By segment and document: 1 when the document is in scope; undefined when all are.
 */
export async function scoreSpace(
  terms: SpaceTerms,
  query: QueryTerms,
  limit: number,
  allowed: readonly Uint8Array[] | undefined,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Candidate[]> {
  const { view } = terms;
  const bases = [0];
  for (const { header } of view.segments) bases.push((bases.at(-1) as number) + header.documentOf.length);
  const sheet = takeSheet(bases.at(-1) as number);
  const lists = listsOf(terms, query, bases);
  const counts = slotsInScope(view, allowed);
  const floor = await scoreLists(sheet, lists, limit, counts, yieldToEventLoop);
  const highest = lists.reduce((sum, { bound }) => sum + bound, 0);
  const best = pickBest(sheet, limit, Math.max(floor, lowestOfBest(sheet, limit, highest, counts)), counts);
  returnSheet(sheet);
  return best.map(({ slot, score }) => {
    const at = segmentOf(bases, slot);
    const { header } = view.segments[at] as SpaceView["segments"][number];
    const own = slot - (bases[at] as number);
    const document = header.documentOf[own] as number;
    const ordinal = own - (header.firstSlots[document] as number);
    return { writeNo: header.writeNos[document] as number, ordinal, score };
  });
}

/** Returns the lists of a question's terms, the heaviest first. @param bases First slot of each segment. */
function listsOf({ view, parts }: SpaceTerms, query: QueryTerms, bases: readonly number[]): QuestionList[] {
  const baseOf = new Map(view.segments.map((segment, at) => [segment, bases[at] as number]));
  const open = (kind: "words" | "grams") => {
    const isWords = kind === "words";
    const average = (isWords ? view.wordLength : view.gramLength) / view.chunkCount;
    const norm = lengthNorm(average);
    return ({ term, weight }: WeightedTerm): QuestionList => {
      const own = parts.get(isWords ? wordKey(term) : gramKey(term)) ?? [];
      let [count, peak] = [0, 0];
      const lists = own.map(({ segment, term: stored }) => {
        const { postings, count: length } = stored;
        if (!postings) throw new Error("A list of the question was not read.");
        const lengths = isWords ? segment.header.wordLengths : segment.header.gramLengths;
        count += length;
        peak = Math.max(peak, peakOf(stored, postings.buffer, lengths, average, norm));
        return { buffer: postings.buffer, count: length, base: baseOf.get(segment) as number, lengths };
      });
      return { parts: lists, count, weight, norm, bound: weight * peak };
    };
  };
  const fields = { words: open("words"), grams: open("grams") };
  return heaviestFirst(query).map((term) => fields[term.kind](term));
}

function segmentOf(bases: readonly number[], slot: number): number {
  let [low, high] = [0, bases.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((bases[middle] as number) <= slot) low = middle;
    else high = middle;
  }
  return low;
}

/** @param least At least `limit` chunks reach it, if there are as many. */
function pickBest(
  { sums, slots, count }: ScoreSheet,
  limit: number,
  least: number,
  counts: Uint8Array | undefined,
): { slot: number; score: number }[] {
  const found: { slot: number; score: number }[] = [];
  for (let index = 0; index < count; index++) {
    const slot = slots[index] as number;
    const score = sums[slot] as number;
    if (score >= least && counts?.[slot] !== 0) found.push({ slot, score });
  }
  if (found.length <= limit) return found;
  const scores = Float64Array.from(found, ({ score }) => score).sort();
  const border = scores[scores.length - limit] as number;
  return found.filter(({ score }) => score >= border);
}
