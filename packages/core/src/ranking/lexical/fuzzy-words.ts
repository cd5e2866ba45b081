import { createRotatingCache } from "../../structures/rotating-cache.ts";
import {
  ARABIC,
  CYRILLIC,
  characterClass,
  codeAt,
  GREEK,
  HEBREW,
  LATIN,
} from "../../text/characters/character-classes.ts";

/** A vocabulary word used in place of a query word missing from the vocabulary. */
export interface FuzzyWord {
  readonly term: string;
  /** Weight relative to an exact match, 0 to 1. */
  readonly weight: number;
}

const MIN_LETTERS = 4;
const MAX_LETTERS = 64;
const WEIGHTS = [0.6, 0.3, 0.3] as const;

const ALPHABETS: Partial<Record<number, readonly string[]>> = {
  [LATIN]: [..."abcdefghijklmnopqrstuvwxyz"],
  [GREEK]: [..."αβγδεζηθικλμνξοπρστυφχψω"],
  [CYRILLIC]: [..."абвгдежзиклмнопрстуфхцчшщъыьэюя"],
  [HEBREW]: [..."אבגדהוזחטיךכלםמןנסעףפץצקרשת"],
  [ARABIC]: [..."ءابةتثجحخدذرزسشصضطظعغفقكلمنهوىي"],
};

/**
 * Returns up to 3 vocabulary words at Damerau-Levenshtein distance 1 (one insertion, deletion, substitution or
 * transposition), ranked by same first letter, then by higher df, then by code units (RANKING.md, Fuzzy words).
 * Generates the candidates and looks them up, so the cost depends on the word's length, not on the vocabulary's size.
 * @param word A folded stem missing from the vocabulary.
 * @param documentFrequency Number of chunks that contain a term; 0 for an unknown term.
 * @param among Candidates from `wordsOneEditApart(word)`, if the caller can narrow them down.
 */
export function fuzzyWords(
  word: string,
  documentFrequency: (term: string) => number,
  among: Iterable<string> = wordsOneEditApart(word),
): FuzzyWord[] {
  const found = new Map<string, number>();
  for (const term of among) {
    const df = documentFrequency(term);
    if (df > 0) found.set(term, df);
  }
  return rankFuzzyWords(word, found);
}

/**
 * Generates all strings at Damerau-Levenshtein distance 1, a few hundred. Returns none for a word of fewer than 4 or more
 * than 64 letters, with digits, or in a script without an alphabet above.
 */
export function wordsOneEditApart(word: string): readonly string[] {
  const alphabet = alphabetOf(word);
  return alphabet ? neighbors(word, alphabet) : [];
}

/** `fuzzyWords` for a small vocabulary, which is faster to scan. Treats all words as equally frequent. */
export function fuzzyWordsAmong(word: string, vocabulary: Iterable<string>): FuzzyWord[] {
  const alphabet = alphabetOf(word);
  const found = new Map<string, number>();
  if (alphabet)
    for (const term of vocabulary)
      if (Math.abs(term.length - word.length) <= 1 && isOneEditApart(word, term, alphabet))
        found.set(term, 1);
  return rankFuzzyWords(word, found);
}

/** Returns the letters of a word's script; undefined for a word without look-alikes, see `wordsOneEditApart`. */
export function alphabetOf(word: string): readonly string[] | undefined {
  const script = characterClass(codeAt(word, 0));
  const fits = word.length >= MIN_LETTERS && word.length <= MAX_LETTERS && isOfScript(word, script);
  return fits ? ALPHABETS[script] : undefined;
}

/** True if `neighbors` would generate `term` from `word`. */
function isOneEditApart(word: string, term: string, alphabet: readonly string[]): boolean {
  let start = 0;
  while (start < word.length && word.charCodeAt(start) === term.charCodeAt(start)) start += 1;
  const left = word.slice(start);
  const right = term.slice(start);
  if (right.length < left.length) return left.slice(1) === right;
  if (right.length === left.length && left.length > 1)
    if (
      left.charAt(0) === right.charAt(1) &&
      left.charAt(1) === right.charAt(0) &&
      left.slice(2) === right.slice(2)
    )
      return true;
  const rest = right.length === left.length ? left.slice(1) : left;
  return right !== "" && right.slice(1) === rest && alphabet.includes(right.charAt(0));
}

function rankFuzzyWords(word: string, found: ReadonlyMap<string, number>): FuzzyWord[] {
  const first = word.charAt(0);
  const ranked = [...found].sort(
    ([left, leftDf], [right, rightDf]) =>
      Number(right.startsWith(first)) - Number(left.startsWith(first)) ||
      rightDf - leftDf ||
      (left < right ? -1 : 1),
  );
  return WEIGHTS.slice(0, ranked.length).map((weight, index) => ({
    term: (ranked[index] as [string, number])[0],
    weight,
  }));
}

function isOfScript(word: string, script: number): boolean {
  for (let index = 0; index < word.length; index++)
    if (characterClass(word.charCodeAt(index)) !== script) return false;
  return true;
}

/** A question needs the neighbors of the same few words for many spaces. */
const CACHED_WORDS = 64;
const cachedNeighbors = createRotatingCache<readonly string[]>(CACHED_WORDS);

function neighbors(word: string, alphabet: readonly string[]): readonly string[] {
  const cached = cachedNeighbors.get(word);
  if (cached) return cached;
  const made = [...new Set(generateNeighbors(word, alphabet))].filter((term) => term !== word);
  cachedNeighbors.set(word, made);
  return made;
}

function* generateNeighbors(word: string, alphabet: readonly string[]): Generator<string> {
  for (let at = 0; at <= word.length; at++) {
    const head = word.slice(0, at);
    const tail = word.slice(at);
    for (const letter of alphabet) yield head + letter + tail;
    if (tail === "") return;
    yield head + tail.slice(1);
    for (const letter of alphabet) yield head + letter + tail.slice(1);
    if (tail.length > 1) yield head + tail.charAt(1) + tail.charAt(0) + tail.slice(2);
  }
}
