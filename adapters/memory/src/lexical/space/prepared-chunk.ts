import { CONTEXT_FREQUENCY, type TermRun } from "@quarry/core/internal";
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

/** The numbers of a text's terms, with repetitions. */
interface TextNumbers {
  readonly sequence: readonly number[];
  readonly joined: readonly number[];
  readonly grams: readonly number[];
}

/** Counts a chunk's terms. Searches do not see the chunk yet. */
export function prepareChunk(
  id: string,
  text: readonly TermRun[],
  context: readonly TermRun[],
  numberRun: NumberRun,
): PreparedChunk {
  const [inner, outer] = [numbersOf(text, numberRun), numbersOf(context, numberRun)];
  const words = inner.sequence.length + inner.joined.length;
  const contextWords = outer.sequence.length + outer.joined.length;
  const counted = new Uint32Array(words + CONTEXT_FREQUENCY * contextWords);
  counted.set(inner.sequence);
  counted.set(inner.joined, inner.sequence.length);
  for (let at = words; at < counted.length; at += contextWords) {
    counted.set(outer.sequence, at);
    counted.set(outer.joined, at + outer.sequence.length);
  }
  const grams = countSorted(Uint32Array.from(inner.grams));
  return {
    id,
    record: encodeChunk({
      sequence: inner.sequence,
      contextSequence: outer.sequence,
      joined: inner.joined,
      contextJoined: outer.joined,
      grams,
    }),
    words: countSorted(counted),
    grams,
    wordLength: words + contextWords,
    gramLength: inner.grams.length,
  };
}

function numbersOf(runs: readonly TermRun[], numberRun: NumberRun): TextNumbers {
  const [sequence, joined, grams]: [number[], number[], number[]] = [[], [], []];
  for (const run of runs) {
    const { cells, sequenceEnd, joinedEnd } = numberRun(run);
    let at = 0;
    for (; at < sequenceEnd; at++) sequence.push(cells[at] as number);
    for (; at < joinedEnd; at++) joined.push(cells[at] as number);
    for (; at < cells.length; at++) grams.push(cells[at] as number);
  }
  return { sequence, joined, grams };
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
