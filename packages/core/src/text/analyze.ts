import {
  CJK,
  characterClass,
  codeAt,
  DIGIT,
  LATIN,
  SOUTHEAST_ASIAN,
} from "./characters/character-classes.ts";
import { isAscii } from "./characters/folding.ts";
import { packGrams, unpackGrams } from "./gram-keys.ts";
import type { Language } from "./languages/language.ts";
import { createRunCache, type OfRun } from "./run-cache.ts";
import { analyzeCompound, type CompoundAnalysis } from "./words/compound.ts";
import { endOfClass, endOfRun, MAX_RUN } from "./words/run-ends.ts";
import { addCjk, addSoutheastAsian, detach, type TermLists } from "./words/unspaced.ts";

/** The terms of a text. */
export interface Analysis {
  /** W-leg (word) terms in reading order: parts of words, stemmed, then folded; single characters of Han and Kana. */
  readonly sequence: readonly string[];
  /** Additional W-leg terms: joined forms of compounds, bigrams of scripts without spaces. */
  readonly joined: readonly string[];
  /** C-leg (character-gram) terms with repetitions: 4-grams of folded, unstemmed words with boundary marks. */
  readonly grams: readonly string[];
}

/**
 * The terms of a part of a text: of a run of letters, digits and connectors, or of a run of a script without spaces. Equal
 * words mostly share one object, so work on a run's terms can be done once for all its occurrences.
 */
export interface TermRun extends CompoundAnalysis {
  /** What the `builtin` embedder derived from the terms, kept here because a look-up by run costs as much as the work. */
  hashes?: RunHashes | undefined;
  /** The numbers of the terms in the index that numbered them last, kept here for the same reason. */
  numbers?: RunNumbers | undefined;
  /** The grams as strings, if a question or a store needed them. */
  spelled?: readonly string[] | undefined;
  /** The grams by word, if a question needed them. */
  gramWords?: readonly GramWord[] | undefined;
}

/** The grams of one word of a question, or of a run of a script without spaces. */
export interface GramWord {
  /** Distinct grams. */
  readonly grams: readonly string[];
  /** The W-leg terms of the same word. Empty for a script without spaces, whose grams are many words. */
  readonly terms: readonly string[];
}

/** The numbers of a run's terms in an index. */
export interface RunNumbers {
  /** Identifies the index and its numbers: another object as soon as a number may stand for another term. */
  readonly numbering: object;
  /** Of `sequence`, then of `joined`, then of `grams`, in one array, because each array costs a look into memory. */
  readonly cells: Uint32Array;
  /** Ends of the first two parts. */
  readonly sequenceEnd: number;
  readonly joinedEnd: number;
}

/** Hashes of a run's terms, with repetitions: terms that count first, stop terms last. */
export interface RunHashes {
  readonly words: Uint32Array;
  /** Number of words that are no stop words. */
  readonly wordCount: number;
  readonly grams: Uint32Array;
  readonly gramCount: number;
}

const CACHE_BITS = 17;

const known = createRunCache<TermRun & OfRun>(CACHE_BITS);

/** Empties the cache of runs. */
export const forgetRuns = known.clear;

/**
 * Splits a text into index terms (RANKING.md, Analyzer). Accepts any string; time is linear in its length.
 * @param language Selects the stemmer. Words in another script use the most common language of that script.
 */
export function analyze(text: string, language: Language = "en"): Analysis {
  return joinRuns(analyzeRuns(text, language));
}

/** Runs that are looked up together. */
const WINDOW = 64;
/** Of each run of a window, the place is -1 if it is of a script without spaces. */
const [starts, ends, places] = [
  new Int32Array(WINDOW),
  new Int32Array(WINDOW),
  new Int32Array(WINDOW),
] as const;

/** As {@link analyze}; returns the terms by run, in reading order. */
export function analyzeRuns(text: string, language: Language): TermRun[] {
  const source = isAscii(text) ? text : text.normalize("NFKC");
  const runs: TermRun[] = [];
  for (let at = 0; at < source.length; ) {
    let count = 0;
    while (at < source.length && count < WINDOW) {
      const code = codeAt(source, at);
      const found = characterClass(code);
      starts[count] = at;
      if (found >= LATIN && found <= DIGIT) {
        const end = endOfRun(source, at);
        ends[count] = Math.min(end, at + MAX_RUN);
        places[count] = known.placeOf(source, at, ends[count] as number);
        count += 1;
        at = end;
      } else if (found === CJK || found === SOUTHEAST_ASIAN) {
        at = endOfClass(source, at, found);
        ends[count] = at;
        places[count] = -1;
        count += 1;
      } else at += code > 0xffff ? 2 : 1;
    }
    known.touch(places, count);
    for (let run = 0; run < count; run++) {
      const start = starts[run] as number;
      const end = ends[run] as number;
      const place = places[run] as number;
      runs.push(
        place < 0 ? analyzeUnspaced(source, start, end) : analyzeRun(place, source, start, end, language),
      );
    }
  }
  return runs;
}

/** Concatenates the terms of runs. */
export function joinRuns(runs: readonly TermRun[]): Analysis {
  const lists: TermLists = { sequence: [], joined: [], grams: [] };
  for (const run of runs) {
    for (const term of run.sequence) lists.sequence.push(term);
    for (const term of run.joined) lists.joined.push(term);
    for (const gram of gramsOf(run)) lists.grams.push(gram);
  }
  return lists;
}

/** The grams of a run as strings. */
export function gramsOf(run: TermRun): readonly string[] {
  run.spelled ??= unpackGrams(run.grams);
  return run.spelled;
}

function analyzeUnspaced(source: string, start: number, end: number): TermRun {
  const lists: TermLists = { sequence: [], joined: [], grams: [] };
  if (characterClass(codeAt(source, start)) === CJK) addCjk(source, start, end, lists);
  else addSoutheastAsian(source, start, end, lists);
  return { ...lists, grams: packGrams(lists.grams) };
}

function analyzeRun(place: number, source: string, start: number, end: number, language: Language): TermRun {
  const found = known.find(place, source, start, end, language);
  if (found !== undefined) return found;
  const run = detach(source.slice(start, end));
  // All fields from the start: objects of one shape are faster.
  const terms = {
    ...{ run, language, ...analyzeCompound(run, language) },
    ...{ hashes: undefined, numbers: undefined, spelled: undefined, gramWords: undefined },
  };
  known.store(terms);
  return terms;
}
