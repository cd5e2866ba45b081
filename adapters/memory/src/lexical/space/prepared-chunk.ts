import { type Analysis, CONTEXT_FREQUENCY } from "@quarry/core/internal";
import type { FieldIndex } from "../fields/field-index.ts";
import { encodeChunk } from "../fields/forward-record.ts";

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

/** Counts a chunk's terms and assigns their numbers. Searches do not see the chunk yet. */
export function prepareChunk(
  id: string,
  text: Analysis,
  context: Analysis,
  words: FieldIndex,
  grams: FieldIndex,
): PreparedChunk {
  const sequence = text.sequence.map(words.intern);
  const joined = text.joined.map(words.intern);
  const contextSequence = context.sequence.map(words.intern);
  const contextJoined = context.joined.map(words.intern);
  const counted = [...sequence, ...joined];
  for (const term of [...contextSequence, ...contextJoined])
    for (let times = 0; times < CONTEXT_FREQUENCY; times++) counted.push(term);
  const gramPairs = countSorted(toIds(text.grams, grams));
  const record = encodeChunk({
    sequence,
    contextSequence,
    joined,
    contextJoined,
    grams: gramPairs,
  });
  return {
    id,
    record,
    words: countSorted(Uint32Array.from(counted)),
    grams: gramPairs,
    wordLength: sequence.length + joined.length + contextSequence.length + contextJoined.length,
    gramLength: text.grams.length,
  };
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

function toIds(terms: readonly string[], field: FieldIndex): Uint32Array {
  const ids = new Uint32Array(terms.length);
  for (let at = 0; at < terms.length; at++) ids[at] = field.intern(terms[at] as string);
  return ids;
}
