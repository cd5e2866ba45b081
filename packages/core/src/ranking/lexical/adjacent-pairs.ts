import { pairFactor } from "./pair-factor.ts";

const SHIFT = 2 ** 26;
const FLAGS = 1024;

/** Returns the words of a chunk in reading order, as numbers below 2^26; -1 for a word to ignore. */
export type ReadWords<Record> = (record: Record) => ArrayLike<number>;

/**
 * Creates a function that computes a chunk's pair factor: how many of the query's adjacent word pairs are adjacent in the
 * chunk's text or context.
 * @param sequence The query's words in reading order, -1 for a word missing from the space.
 * @param read Reads a chunk's words, with the numbering of `sequence`. It may reuse the array for the next chunk.
 */
export function createPairFactor<Record>(
  sequence: readonly number[],
  read: ReadWords<Record>,
): (record: Record) => number {
  const asked = new Map<number, number>();
  // A pair with a missing word matches nowhere, but it counts as one of the query's pairs.
  let missing = 0;
  for (let at = 1; at < sequence.length; at++) {
    const left = sequence[at - 1] as number;
    const right = sequence[at] as number;
    if (left < 0 || right < 0) missing += 1;
    else if (!asked.has(left * SHIFT + right)) asked.set(left * SHIFT + right, asked.size);
  }
  // Almost no word of a chunk is in the query. A flag by the lowest bits rejects most of them with one lookup.
  const flags = new Uint8Array(FLAGS);
  for (const word of sequence) if (word >= 0) flags[word & (FLAGS - 1)] = 1;
  // By pair: the number of the last chunk that contained it.
  const seenIn = new Uint32Array(asked.size);
  let chunk = 0;
  return (record) => {
    if (asked.size === 0) return 1;
    chunk += 1;
    let found = 0;
    let before = -1;
    const words = read(record);
    for (let at = 0; at < words.length; at++) {
      const word = words[at] as number;
      const current = word >= 0 && flags[word & (FLAGS - 1)] === 1 ? word : -1;
      if (before >= 0 && current >= 0) {
        const pair = asked.get(before * SHIFT + current);
        if (pair !== undefined && seenIn[pair] !== chunk) {
          seenIn[pair] = chunk;
          found += 1;
        }
      }
      before = current;
    }
    return pairFactor(found, asked.size + missing);
  };
}
