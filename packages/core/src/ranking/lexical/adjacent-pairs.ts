import { pairFactor } from "./pair-factor.ts";

const SHIFT = 2 ** 26;

/** Counts how many of a question's adjacent word pairs are adjacent in the text or context of one chunk after another. */
export interface AskedPairs {
  /** True if no chunk can contain a pair. */
  readonly isEmpty: boolean;
  /** Starts a chunk. */
  start(): void;
  /** Notes two adjacent words of the chunk. */
  meet(left: number, right: number): void;
  /** Returns the chunk's pair factor. */
  factor(): number;
  /** Returns the pair factor of a chunk with these words in reading order, -1 for a word to ignore. */
  factorOf(words: ArrayLike<number>): number;
}

/**
 * Creates the pairs of a question.
 * @param sequence The question's words in reading order, as numbers below 2^26; -1 for a word missing from the space.
 */
export function createAskedPairs(sequence: readonly number[]): AskedPairs {
  const asked = new Map<number, number>();
  // A pair with a missing word matches nowhere, but it counts as one of the question's pairs.
  let missing = 0;
  for (let at = 1; at < sequence.length; at++) {
    const left = sequence[at - 1] as number;
    const right = sequence[at] as number;
    if (left < 0 || right < 0) missing += 1;
    else if (!asked.has(left * SHIFT + right)) asked.set(left * SHIFT + right, asked.size);
  }
  // By pair: the number of the last chunk that contained it.
  const seenIn = new Uint32Array(asked.size);
  let chunk = 0;
  let found = 0;

  function start(): void {
    chunk += 1;
    found = 0;
  }

  function meet(left: number, right: number): void {
    const pair = asked.get(left * SHIFT + right);
    if (pair === undefined || seenIn[pair] === chunk) return;
    seenIn[pair] = chunk;
    found += 1;
  }

  const factor = () => pairFactor(found, asked.size + missing);

  return {
    isEmpty: asked.size === 0,
    start,
    meet,
    factor,
    factorOf(words) {
      start();
      for (let at = 1; at < words.length; at++) {
        const [left, right] = [words[at - 1] as number, words[at] as number];
        if (left >= 0 && right >= 0) meet(left, right);
      }
      return factor();
    },
  };
}
