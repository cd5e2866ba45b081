import type { Language } from "../text/languages/language.ts";
import { isStopWord } from "../text/languages/stop-words.ts";
import { locateTerms } from "../text/locate/locate-terms.ts";
import type { LocatedTerm } from "../text/locate/located-term.ts";
import { dictionaryPieces, isCharacter } from "./dictionary-pieces.ts";

/** A word of a question. In Han and Kana, a dictionary word, which consists of several terms of the analyzer. */
export interface QuestionUnit {
  /** Spelled as in the question. */
  readonly text: string;
  readonly terms: readonly string[];
  /** False for a function word, unless the question has no other words. */
  readonly counts: boolean;
  /** True for a number or a single letter of a compound (`covid-19`, `a4`), which means little on its own. */
  readonly isFragment: boolean;
}

/** A question prepared for matching passages of one language. */
export interface Question {
  readonly language: Language;
  /** Number of the analyzer's words, including repetitions. */
  readonly wordCount: number;
  /** Distinct words in reading order. */
  readonly units: readonly QuestionUnit[];
  /** Units by the terms they contain. */
  readonly unitsOf: ReadonlyMap<string, readonly QuestionUnit[]>;
  /** Keys (`pairOf`) of terms that are adjacent in the question. */
  readonly pairs: ReadonlySet<string>;
  /** Units that make up each joined form. */
  readonly joined: ReadonlyMap<string, readonly QuestionUnit[]>;
  /** True if the question consists of function words, which then all count. */
  readonly isWeak: boolean;
}

const FRAGMENT = /^(?:\p{N}+|\p{L}\p{M}*)$/u;

/** Key of two adjacent terms. */
export function pairOf(left: string, right: string): string {
  return `${left}\0${right}`;
}

/**
 * Analyzes a question for matching passages in `language`.
 * @param own The question's own language, whose stop words also apply.
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

/** Maximum distance between adjacent words, in UTF-16 code units. */
const MAX_GAP = 3;

/** True if `right` follows `left` with at most a few marks in between, on the same line. */
export function areNeighbours(text: string, left: LocatedTerm, right: LocatedTerm): boolean {
  if (isCharacter(left.term) && isCharacter(right.term)) return right.start <= left.end;
  return right.start - left.end <= MAX_GAP && !text.slice(left.end, right.start).includes("\n");
}

/** Normalizes a text to the spelling of the stop word lists. */
export function spelled(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
