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

/** Sorts and counts terms: `[term, frequency, term, frequency, ...]` by ascending term. */
function countSorted(list: NumberList): Uint32Array {
  const terms = numbersIn(list).sort();
  let distinct = terms.length > 0 ? 1 : 0;
  for (let at = 1; at < terms.length; at++) if (terms[at] !== terms[at - 1]) distinct++;
  const pairs = new Uint32Array(distinct * 2);
  let used = 0;
  for (let start = 0; start < terms.length; ) {
    const term = terms[start] as number;
    let end = start + 1;
    while (terms[end] === term) end++;
    pairs[used++] = term;
    pairs[used++] = end - start;
    start = end;
  }
  return pairs;
}
