import { CONTEXT_FREQUENCY, type RunNumbers, type TermRun } from "@quarry/core/internal";
import { encodeChunk } from "../fields/forward-record.ts";
import type { NumberRun } from "./number-runs.ts";

/** What a space stores of a chunk in addition to its postings and its record. */
export interface PlacedChunk {
  readonly id: string;
  readonly wordLength: number;
  readonly gramLength: number;
}

/** A chunk that is analyzed, counted and ready to be added. */
export interface PreparedChunk extends PlacedChunk {
  readonly record: Uint8Array;
  /** Distinct terms with their frequencies: `[term, frequency, term, frequency, ...]`. */
  readonly words: Uint32Array;
  readonly grams: Uint32Array;
}

/** Counts a chunk's terms. Searches do not see the chunk yet. */
export function prepareChunk(
  id: string,
  text: readonly TermRun[],
  context: readonly TermRun[],
  numberRun: NumberRun,
): PreparedChunk {
  const [inner, outer] = [text.map(numberRun), context.map(numberRun)];
  const [ofText, ofContext] = [joinNumbers(inner), joinNumbers(outer)];
  const words = ofText.sequence.length + ofText.joined.length;
  const contextWords = ofContext.sequence.length + ofContext.joined.length;
  const counted = new Uint32Array(words + CONTEXT_FREQUENCY * contextWords);
  counted.set(ofText.sequence);
  counted.set(ofText.joined, ofText.sequence.length);
  for (let at = words; at < counted.length; at += contextWords) {
    counted.set(ofContext.sequence, at);
    counted.set(ofContext.joined, at + ofContext.sequence.length);
  }
  const grams = countSorted(gramsOf(inner));
  return {
    id,
    record: encodeChunk({
      sequence: ofText.sequence,
      contextSequence: ofContext.sequence,
      joined: ofText.joined,
      contextJoined: ofContext.joined,
      grams,
    }),
    words: countSorted(counted),
    grams,
    wordLength: words + contextWords,
    gramLength: inner.reduce((sum, run) => sum + run.grams.length, 0),
  };
}

function joinNumbers(runs: readonly RunNumbers[]): { sequence: number[]; joined: number[] } {
  const [sequence, joined]: [number[], number[]] = [[], []];
  for (const run of runs) {
    for (const number of run.sequence) sequence.push(number);
    for (const number of run.joined) joined.push(number);
  }
  return { sequence, joined };
}

function gramsOf(runs: readonly RunNumbers[]): Uint32Array {
  let count = 0;
  for (const { grams } of runs) count += grams.length;
  const all = new Uint32Array(count);
  let at = 0;
  for (const { grams } of runs)
    for (let index = 0; index < grams.length; index++) all[at++] = grams[index] as number;
  return all;
}

/** Sorts and counts terms: `[term, frequency, term, frequency, ...]` by ascending term. */
function countSorted(terms: Uint32Array): Uint32Array {
  terms.sort();
  const pairs = new Uint32Array(terms.length * 2);
  let used = 0;
  for (let start = 0; start < terms.length; ) {
    const term = terms[start] as number;
    let end = start + 1;
    while (terms[end] === term) end++;
    pairs[used++] = term;
    pairs[used++] = end - start;
    start = end;
  }
  return pairs.slice(0, used);
}
