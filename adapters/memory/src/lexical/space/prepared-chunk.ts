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

/** Numbers in an array that is used again for each chunk. */
interface NumberList {
  cells: Uint32Array;
  length: number;
}

/** The compiler leaves out loads that nothing depends on. */
const touched = new Uint32Array(1);

const emptyList = (): NumberList => ({ cells: new Uint32Array(1024), length: 0 });

/** The numbers of a text's terms, with repetitions. */
const emptyText = () => ({ sequence: emptyList(), joined: emptyList(), grams: emptyList() });
const [inner, outer, counted] = [emptyText(), emptyText(), emptyList()];

/** Counts a chunk's terms. Searches do not see the chunk yet. */
export function prepareChunk(
  id: string,
  text: readonly TermRun[],
  context: readonly TermRun[],
  numberRun: NumberRun,
): PreparedChunk {
  readNumbers(text, numberRun, inner);
  readNumbers(context, numberRun, outer);
  const words = inner.sequence.length + inner.joined.length;
  const contextWords = outer.sequence.length + outer.joined.length;
  counted.length = 0;
  append(counted, inner.sequence);
  append(counted, inner.joined);
  for (let time = 0; time < CONTEXT_FREQUENCY; time++) {
    append(counted, outer.sequence);
    append(counted, outer.joined);
  }
  const gramLength = inner.grams.length;
  const grams = countSorted(inner.grams);
  return {
    id,
    record: encodeChunk({
      sequence: numbersIn(inner.sequence),
      contextSequence: numbersIn(outer.sequence),
      joined: numbersIn(inner.joined),
      contextJoined: numbersIn(outer.joined),
      grams,
    }),
    words: countSorted(counted),
    grams,
    wordLength: words + contextWords,
    gramLength,
  };
}

const numbersIn = ({ cells, length }: NumberList) => cells.subarray(0, length);

function append(list: NumberList, { cells, length }: NumberList): void {
  reserve(list, length);
  for (let at = 0; at < length; at++) list.cells[list.length++] = cells[at] as number;
}

function reserve(list: NumberList, more: number): void {
  if (list.length + more <= list.cells.length) return;
  const cells = new Uint32Array(2 * (list.length + more));
  cells.set(numbersIn(list));
  list.cells = cells;
}

function readNumbers(
  runs: readonly TermRun[],
  numberRun: NumberRun,
  text: ReturnType<typeof emptyText>,
): void {
  const { sequence, joined, grams } = text;
  sequence.length = 0;
  joined.length = 0;
  grams.length = 0;
  touch(runs);
  for (const run of runs) {
    const { cells, sequenceEnd, joinedEnd } = numberRun(run);
    const { length } = cells;
    reserve(sequence, sequenceEnd);
    reserve(joined, joinedEnd - sequenceEnd);
    reserve(grams, length - joinedEnd);
    let at = 0;
    for (; at < sequenceEnd; at++) sequence.cells[sequence.length++] = cells[at] as number;
    for (; at < joinedEnd; at++) joined.cells[joined.length++] = cells[at] as number;
    for (; at < length; at++) grams.cells[grams.length++] = cells[at] as number;
  }
}

/** Touches the numbers of runs, so that the processor loads all of them at the same time. */
function touch(runs: readonly TermRun[]): void {
  let sum = 0;
  for (let at = 0; at < runs.length; at++) sum += (runs[at] as TermRun).numbers?.cells[0] ?? 0;
  touched[0] = sum;
}

let pairs = new Uint32Array(2048);

/**
 * Sorts and counts terms: `[term, frequency, term, frequency, ...]` by ascending term. Where a new term begins cannot be
 * predicted, so the loop has no branch.
 */
function countSorted(list: NumberList): Uint32Array {
  const terms = numbersIn(list).sort();
  if (2 * terms.length > pairs.length) pairs = new Uint32Array(4 * terms.length);
  let used = -2;
  let previous = -1;
  let frequency = 0;
  for (let at = 0; at < terms.length; at++) {
    const term = terms[at] as number;
    const isNew = Number(term !== previous);
    used += 2 * isNew;
    frequency = 1 + frequency * (1 - isNew);
    pairs[used] = term;
    pairs[used + 1] = frequency;
    previous = term;
  }
  return pairs.slice(0, used + 2);
}
