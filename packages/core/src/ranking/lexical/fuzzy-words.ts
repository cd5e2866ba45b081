import {
  ARABIC,
  CYRILLIC,
  characterClass,
  codeAt,
  GREEK,
  HEBREW,
  LATIN,
} from "../../text/characters/character-classes.ts";

/** A vocabulary word that stands in for a query word that the vocabulary lacks. */
export interface FuzzyWord {
  readonly term: string;
  /** What it counts against the word itself, 0 to 1. */
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
 * Up to 3 vocabulary words at Damerau distance 1 (a letter more, less, other, or two swapped): those with the same
 * first letter first, then by higher df, then by code units (RANKING.md, Fuzzy words). The neighbours are made and
 * looked up, so the cost grows with the word and not with the vocabulary.
 * @param word A folded stem that the vocabulary lacks.
 * @param documentFrequency Chunks that hold a term, 0 when it is unknown.
 * @param among Those of `wordsOneEditApart(word)` that the vocabulary may hold, where they are known.
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
  return bestOf(word, found);
}

/**
 * All words at Damerau distance 1, some hundreds, whether they exist or not; none for a word of fewer than 4 letters,
 * with digits or in an unlisted script.
 */
export function wordsOneEditApart(word: string): readonly string[] {
  const alphabet = alphabetOf(word);
  return alphabet ? neighbours(word, alphabet) : [];
}

/** As `fuzzyWords` of a vocabulary so small that it is quicker to look at all of it; each word counts alike. */
export function fuzzyWordsAmong(word: string, vocabulary: Iterable<string>): FuzzyWord[] {
  const alphabet = alphabetOf(word);
  const found = new Map<string, number>();
  if (alphabet)
    for (const term of vocabulary)
      if (Math.abs(term.length - word.length) <= 1 && isOneEditApart(word, term, alphabet))
        found.set(term, 1);
  return bestOf(word, found);
}

function alphabetOf(word: string): readonly string[] | undefined {
  const script = characterClass(codeAt(word, 0));
  const fits = word.length >= MIN_LETTERS && word.length <= MAX_LETTERS && isOfScript(word, script);
  return fits ? ALPHABETS[script] : undefined;
}

/** True when `neighbours` would make `term` of `word`. */
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

function bestOf(word: string, found: ReadonlyMap<string, number>): FuzzyWord[] {
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

/** One question asks many spaces for the neighbours of the same few words. */
const REMEMBERED_WORDS = 64;
const remembered = new Map<string, readonly string[]>();

function neighbours(word: string, alphabet: readonly string[]): readonly string[] {
  const known = remembered.get(word);
  if (known) return known;
  const made = [...new Set(makeNeighbours(word, alphabet))].filter((term) => term !== word);
  if (remembered.size >= REMEMBERED_WORDS) remembered.clear();
  remembered.set(word, made);
  return made;
}

function* makeNeighbours(word: string, alphabet: readonly string[]): Generator<string> {
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
