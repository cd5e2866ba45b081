import { pairFactor } from "./pair-factor.ts";

const SHIFT = 2 ** 26;

/** Calls back with the words of a chunk in reading order, as numbers below 2^26; -1 for one that is of no account. */
export type ReadWords<Record> = (record: Record, visit: (word: number) => void) => void;

/**
 * Makes a function that gives a chunk's pair factor: which of the query's neighbouring words are neighbours in the
 * chunk's text or context.
 * @param sequence The query's words in reading order, -1 for one that the space lacks.
 * @param read Reads a chunk's words, numbered as those of the query.
 */
export function createPairFactor<Record>(
  sequence: readonly number[],
  read: ReadWords<Record>,
): (record: Record) => number {
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
  const members = new Uint8Array(sequence.reduce((most, word) => Math.max(most, word), -1) + 1);
  for (const word of sequence) if (word >= 0) members[word] = 1;
  return (record) => {
    if (asked.size === 0) return 1;
    const found = new Set<number>();
    let before = -1;
    read(record, (word) => {
      const current = word >= 0 && members[word] === 1 ? word : -1;
      if (before >= 0 && current >= 0) {
        const pair = before * SHIFT + current;
        if (asked.has(pair)) found.add(pair);
      }
      before = current;
    });
    return pairFactor(found.size, asked.size + missing);
  };
}
