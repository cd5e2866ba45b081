import { expect, test } from "bun:test";
import { lengthNorm, packPosting, saturatedFrequency, seededRandom } from "@quarry/core/internal";
import type { QuestionList } from "./question-lists.ts";
import { forgetScores, scoreLists } from "./score-lists.ts";
import { cellsOfBits, include, type SlotSet } from "./slot-set.ts";

const CHUNKS = 20_000;

function randomLists(random: () => number, lengths: Uint32Array): QuestionList[] {
  const { constant, slope } = lengthNorm(lengths.reduce((sum, length) => sum + length, 0) / CHUNKS);
  return Array.from({ length: 3 + Math.floor(random() * 20) }, (): QuestionList => {
    const share = random() ** 3 / 4;
    const cells: number[] = [];
    for (let slot = 0; slot < CHUNKS; slot += 1)
      if (random() < share) cells.push(packPosting(slot, 1 + Math.floor(random() ** 5 * 6)));
    const weight = (-Math.log(share + 1e-4) * (random() < 0.3 ? 0.2 : 1)) / 50;
    const factor = (cell: number) =>
      saturatedFrequency(cell & 255, constant + slope * (lengths[cell >>> 8] as number));
    const bound = weight * cells.reduce((most, cell) => Math.max(most, factor(cell)), 0);
    const half = cells.length >> 1;
    const parts = [cells.slice(0, half), cells.slice(half)].map((part) => ({
      ...{ cells: Uint32Array.from(part), start: 0, end: part.length },
    }));
    return { count: cells.length, weight, constant, slope, lengths, bound, parts: () => parts };
  }).sort((left, right) => right.bound * left.count - left.bound * right.count);
}

function setOf(slots: (slot: number) => boolean, isSparse: boolean): SlotSet {
  const bits = new Uint32Array(cellsOfBits(CHUNKS));
  for (let slot = 0; slot < CHUNKS; slot += 1) if (slots(slot)) include(bits, slot);
  return { bits, isSparse };
}

test("the best chunks and their scores equal the sum over all postings to the last bit", () => {
  const random = seededRandom(17);
  let skipping = 0;
  for (let round = 0; round < 40; round += 1) {
    const lengths = Uint32Array.from({ length: CHUNKS }, () => 20 + Math.floor(random() * 200));
    const lists = randomLists(random, lengths);
    const counts = [
      undefined,
      (slot: number) => slot % 5 !== 0,
      (slot: number) => slot % 3 === 0,
      (slot: number) => slot % 97 === round,
    ][round % 4];
    const found = (asked: readonly QuestionList[], best: number, isSparse: boolean) => {
      const allowed = counts && setOf(counts, isSparse);
      const { sums, slots, count, floor } = scoreLists(asked, CHUNKS, best, allowed);
      if (floor > 0) skipping += 1;
      const scored = Array.from(slots.subarray(0, count), (slot) => ({ slot, score: sums[slot] as number }))
        .filter(({ slot, score }) => score >= floor && (counts?.(slot) ?? true))
        .sort((left, right) => right.score - left.score || left.slot - right.slot)
        .slice(0, 100);
      forgetScores();
      return scored;
    };
    const all = found(lists, Number.POSITIVE_INFINITY, false);
    expect(found(lists, 100, false)).toEqual(all);
    expect(found(lists, 100, true)).toEqual(all);
    expect(found(lists.toReversed(), Number.POSITIVE_INFINITY, true)).toEqual(all);
  }
  expect(skipping).toBeGreaterThan(10);
});
