import type { QuestionAnalysis } from "../../text/analyze-question.ts";
import { highOf, lowOf } from "../../text/gram-keys.ts";
import { WEAK_WEIGHT } from "./lexical-weights.ts";

/** A question's distinct terms, counted. Terms are named by their places in `words` and `grams`. */
export interface QuestionTerms {
  readonly words: readonly QuestionWord[];
  /** The words in reading order, without joined ones. */
  readonly sequence: readonly number[];
  readonly grams: readonly QuestionGram[];
  /** The grams by word, and the terms of the same word. */
  readonly gramWords: readonly { readonly grams: readonly number[]; readonly words: readonly number[] }[];
}

/** A term with its number of occurrences; those from function words count less. */
export interface CountedTerm {
  readonly term: string;
  readonly times: number;
}

/** A distinct gram of a question. */
export interface QuestionGram extends CountedTerm {
  /** As `lowOf` and `highOf` pack it. */
  readonly low: number;
  readonly high: number;
}

/** A distinct word of a question. */
export interface QuestionWord extends CountedTerm {
  readonly isWeak: boolean;
  /** False for a word that is only a joined compound. */
  readonly isInSequence: boolean;
}

const counted = new WeakMap<QuestionAnalysis, QuestionTerms>();

/** Counts a question's terms, once for all spaces. */
export function questionTerms(question: QuestionAnalysis): QuestionTerms {
  const known = counted.get(question);
  if (known) return known;
  const terms = countQuestion(question);
  counted.set(question, terms);
  return terms;
}

function countQuestion(question: QuestionAnalysis): QuestionTerms {
  const { weakWords, weakGrams } = question;
  const words = numberTerms(question.sequence);
  const inSequence = words.counts.length;
  numberTerms(question.joined, words);
  const grams = numberTerms(question.grams);
  return {
    words: Array.from(words.places.keys(), (term, place): QuestionWord => {
      const [count, isWeak] = [words.counts[place] as number, weakWords.has(term)];
      const times = isWeak ? count * WEAK_WEIGHT : count;
      return { term, times, isWeak, isInSequence: place < inSequence };
    }),
    sequence: question.sequence.map((term) => words.places.get(term) as number),
    grams: Array.from(grams.places.keys(), (term, place): QuestionGram => {
      const count = grams.counts[place] as number;
      const weak = Math.min(count, weakGrams.get(term) ?? 0);
      const times = count - weak * (1 - WEAK_WEIGHT);
      return { term, times, low: lowOf(term), high: highOf(term) };
    }),
    gramWords: question.gramWords.map((one) => ({
      grams: placesOf(one.grams, grams.places),
      words: placesOf(one.terms, words.places),
    })),
  };
}

interface NumberedTerms {
  readonly places: Map<string, number>;
  readonly counts: number[];
}

function numberTerms(
  terms: readonly string[],
  numbered: NumberedTerms = { places: new Map(), counts: [] },
): NumberedTerms {
  const { places, counts } = numbered;
  for (const term of terms) {
    const place = places.get(term);
    if (place === undefined) {
      places.set(term, counts.length);
      counts.push(1);
    } else counts[place] = (counts[place] as number) + 1;
  }
  return numbered;
}

function placesOf(terms: readonly string[], places: ReadonlyMap<string, number>): number[] {
  return terms.flatMap((term) => places.get(term) ?? []);
}
