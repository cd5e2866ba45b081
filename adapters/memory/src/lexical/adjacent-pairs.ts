import { pairFactor } from "@quarry/core";
import { readSequences } from "./forward-record.ts";

const SHIFT = 2 ** 26;

/**
 * Makes a function that gives a chunk's pair factor: which of the query's neighbouring words are neighbours in the
 * chunk's text or context.
 * @param sequence The query's words in reading order, -1 for one that the space lacks.
 */
export function createPairFactor(sequence: readonly number[]): (record: Uint8Array) => number {
  const asked = new Set<number>();
  // A pair with a missing word can be found nowhere, but the query did ask for it.
  let missing = 0;
  for (let at = 1; at < sequence.length; at++) {
    const left = sequence[at - 1] as number;
    const right = sequence[at] as number;
    if (left < 0 || right < 0) missing += 1;
    else asked.add(left * SHIFT + right);
  }
  // Nearly no word of a chunk is a word of the query: one look at a flag settles most.
  const members = new Uint8Array(sequence.reduce((most, id) => Math.max(most, id), -1) + 1);
  for (const id of sequence) if (id >= 0) members[id] = 1;
  return (record) => {
    if (asked.size === 0) return 1;
    const found = new Set<number>();
    let before = -1;
    readSequences(record, (id) => {
      const current = id >= 0 && members[id] === 1 ? id : -1;
      if (before >= 0 && current >= 0) {
        const pair = before * SHIFT + current;
        if (asked.has(pair)) found.add(pair);
      }
      before = current;
    });
    return pairFactor(found.size, asked.size + missing);
  };
}
