import type { Language } from "../text/languages/language.ts";
import { isStopWord } from "../text/languages/stop-words.ts";
import { locateTerms } from "../text/locate/locate-terms.ts";
import type { LocatedTerm } from "../text/locate/located-term.ts";
import { dictionaryPieces, isCharacter } from "./dictionary-pieces.ts";

/** A word of a question; in Han and Kana one of the dictionary's, which is several characters of the analyzer's. */
export interface QuestionUnit {
  /** As the question wrote it. */
  readonly text: string;
  readonly terms: readonly string[];
  /** False for a function word among others that say more. */
  readonly counts: boolean;
  /** True for a number or a single letter of a compound (`covid-19`, `a4`), which says little elsewhere. */
  readonly isFragment: boolean;
}

/** A question as the texts of one language are compared with it. */
export interface Question {
  readonly language: Language;
  /** Words of the analyzer's, repetitions counted. */
  readonly wordCount: number;
  /** Different words in reading order. */
  readonly units: readonly QuestionUnit[];
  /** The units that hold a term. */
  readonly unitsOf: ReadonlyMap<string, readonly QuestionUnit[]>;
  /** Terms that stand side by side in the question, as `pairOf` writes them. */
  readonly pairs: ReadonlySet<string>;
  /** The units of which a joined form is made. */
  readonly joined: ReadonlyMap<string, readonly QuestionUnit[]>;
  /** True when the question is of function words alone, so that all count. */
  readonly isWeak: boolean;
}

const FRAGMENT = /^(?:\p{N}+|\p{L}\p{M}*)$/u;

/** Two terms that stand side by side. */
export function pairOf(left: string, right: string): string {
  return `${left}\0${right}`;
}

/**
 * Reads a question as texts of `language` are read.
 * @param own The language that the question itself is in.
 */
export function readQuestion(question: string, language: Language, own: Language): Question {
  const { words, joined } = locateTerms(question, language);
  const languages = [language, own];
  const pieces = dictionaryPieces(question, words).map((piece) => ({
    ...piece,
    isFunction: languages.some((each) => isStopWord(spelled(piece.text), each)),
  }));
  const isWeak = pieces.every(({ isFunction }) => isFunction);

  const units = new Map<string, QuestionUnit>();
  const unitsOf = new Map<string, QuestionUnit[]>();
  const unitAt = pieces.map(({ text, terms, start, end, isFunction }) => {
    const key = terms.join("\0");
    const known = units.get(key);
    if (known) return known;
    const isFragment =
      FRAGMENT.test(text) && joined.some((whole) => whole.start <= start && whole.end >= end);
    const unit = { text, terms, counts: isWeak || !isFunction, isFragment };
    units.set(key, unit);
    for (const term of new Set(terms)) unitsOf.set(term, [...(unitsOf.get(term) ?? []), unit]);
    return unit;
  });
  const pairs = new Set<string>();
  for (const [at, word] of words.entries()) {
    const next = words[at + 1];
    if (next && areNeighbours(question, word, next)) pairs.add(pairOf(word.term, next.term));
  }
  const parts = joined.map(({ term, start, end }) => {
    const within = unitAt.filter((_, at) => {
      const piece = pieces[at];
      return piece !== undefined && piece.start >= start && piece.end <= end;
    });
    return [term, within] as const;
  });
  return {
    language,
    units: [...units.values()],
    unitsOf,
    pairs,
    joined: new Map(parts),
    isWeak,
    wordCount: words.length,
  };
}

/** The furthest apart, in UTF-16 code units, that words may stand which are said to follow each other. */
const MAX_GAP = 3;

/** True when one word follows the other, with no more than a few marks between. */
export function areNeighbours(text: string, left: LocatedTerm, right: LocatedTerm): boolean {
  if (isCharacter(left.term) && isCharacter(right.term)) return right.start <= left.end;
  return right.start - left.end <= MAX_GAP && !text.slice(left.end, right.start).includes("\n");
}

/** A text as the lists of function words write it. */
export function spelled(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
