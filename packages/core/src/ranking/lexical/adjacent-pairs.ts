import { pairFactor } from "./pair-factor.ts";

const SHIFT = 2 ** 26;

/** Visits the words of a chunk in reading order, as numbers below 2^26; -1 for a word to ignore. */
export type ReadWords<Record> = (record: Record, visit: (word: number) => void) => void;

/**
 * Creates a function that computes a chunk's pair factor: how many of the query's adjacent word pairs are adjacent in the
 * chunk's text or context.
 * @param sequence The query's words in reading order, -1 for a word missing from the space.
 * @param read Reads a chunk's words, with the numbering of `sequence`.
 */
export function createPairFactor<Record>(
  sequence: readonly number[],
  read: ReadWords<Record>,
): (record: Record) => number {
  const asked = new Set<number>();
  // A pair with a missing word matches nowhere, but it counts as one of the query's pairs.
  let missing = 0;
  for (let at = 1; at < sequence.length; at++) {
    const left = sequence[at - 1] as number;
    const right = sequence[at] as number;
    if (left < 0 || right < 0) missing += 1;
    else asked.add(left * SHIFT + right);
  }
  // Almost no word of a chunk is in the query. A flag per word rejects most of them with one lookup.
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
