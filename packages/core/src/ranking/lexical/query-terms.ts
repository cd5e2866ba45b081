import type { QuestionAnalysis } from "../../text/analyze-question.ts";
import { normalizedWeight } from "./bm25.ts";
import { fuzzyWords } from "./fuzzy-words.ts";
import { inverseDocumentFrequency } from "./idf.ts";
import { GRAM_WEIGHT, isPrunedWeakWord, MAX_GRAM_CHUNKS, WORD_WEIGHT } from "./lexical-weights.ts";
import { type CountedTerm, type QuestionTerms, type QuestionWord, questionTerms } from "./question-terms.ts";
import { tellingGrams } from "./telling-grams.ts";
import type { TermStatistics } from "./term-statistics.ts";

/** A query term with its weight in one space. */
export interface WeightedTerm {
  readonly term: string;
  /** Score of one occurrence in a chunk of average length. */
  readonly weight: number;
}

/** A query's terms weighted for one space. */
export interface QueryTerms {
  /** Words that the space contains, including fuzzy replacements. */
  readonly words: readonly WeightedTerm[];
  readonly grams: readonly WeightedTerm[];
  /** The words in reading order; undefined for a word without an exact or fuzzy match in the space. */
  readonly sequence: readonly (string | undefined)[];
}

/** A term of a query in the order of scoring. */
export interface OrderedTerm extends WeightedTerm {
  readonly kind: "words" | "grams";
}

/** Returns a query's terms, the heaviest first. */
export function heaviestFirst({ words, grams }: QueryTerms): OrderedTerm[] {
  const terms: OrderedTerm[] = [];
  for (const { term, weight } of words) terms.push({ term, weight, kind: "words" });
  for (const { term, weight } of grams) terms.push({ term, weight, kind: "grams" });
  return terms.sort((left, right) => right.weight - left.weight);
}

/** Maximum number of unknown words per question that are fuzzy-matched in each space. Each costs hundreds of lookups. */
export const MAX_FUZZY_WORDS = 10;

/** Weights a query's terms by a space's statistics. */
export function weighQuery(query: QuestionAnalysis, space: TermStatistics): QueryTerms {
  const terms = questionTerms(query);
  const frequencies = terms.words.map(({ term }) => space.wordFrequency(term));
  // By place of an unknown word: the best of the known words that replace it.
  const replaced = new Map<number, string>();
  return {
    words: weighWords(terms, space, frequencies, replaced),
    grams: weighGrams(terms, space, frequencies),
    sequence: terms.sequence.map((place) =>
      (frequencies[place] as number) > 0 ? terms.words[place]?.term : replaced.get(place),
    ),
  };
}

function weighWords(
  { words, grams }: QuestionTerms,
  space: TermStatistics,
  frequencies: readonly number[],
  replaced: Map<number, string>,
): WeightedTerm[] {
  const { chunks } = space;
  const known: { term: string; weight: number }[] = [];
  let scale = 0;
  let guessed = 0;
  for (let place = 0; place < words.length; place++) {
    const { term, times, isWeak, isInSequence } = words[place] as QuestionWord;
    const df = frequencies[place] as number;
    if (isWeak && df === 0) continue;
    const value = times * inverseDocumentFrequency(df, chunks);
    scale += value;
    if (isWeak && isPrunedWeakWord(df, chunks)) continue;
    if (df > 0) known.push({ term, weight: value });
    else if (isInSequence && guessed < MAX_FUZZY_WORDS) {
      guessed += 1;
      // `scale` keeps the missing word's own idf, so a fuzzy match never counts as much as an exact one.
      for (const like of fuzzyWords(term, space.wordFrequency, space.wordsOneEditApart?.(term))) {
        const idf = inverseDocumentFrequency(space.wordFrequency(like.term), chunks);
        known.push({ term: like.term, weight: times * like.weight * idf });
        if (!replaced.has(place)) replaced.set(place, like.term);
      }
    }
  }
  // Without grams, words get the whole weight.
  const share = grams.length > 0 ? WORD_WEIGHT : WORD_WEIGHT + GRAM_WEIGHT;
  return scaled(known, normalizedWeight(share, scale));
}

function weighGrams(
  terms: QuestionTerms,
  space: TermStatistics,
  wordFrequencies: readonly number[],
): WeightedTerm[] {
  const { chunks } = space;
  const frequencies = terms.grams.map(({ term, low, high }) => space.gramFrequency(term, low, high));
  const telling = tellingGrams(terms, chunks, wordFrequencies, frequencies);
  const known: { term: string; weight: number }[] = [];
  let scale = 0;
  for (let place = 0; place < terms.grams.length; place++) {
    if (telling[place] === 0) continue;
    const { term, times } = terms.grams[place] as CountedTerm;
    const df = frequencies[place] as number;
    const value = times * inverseDocumentFrequency(df, chunks);
    scale += value;
    if (df > 0 && df <= MAX_GRAM_CHUNKS) known.push({ term, weight: value });
  }
  return scaled(known, normalizedWeight(GRAM_WEIGHT, scale));
}

function scaled(terms: { readonly term: string; weight: number }[], factor: number): WeightedTerm[] {
  for (const one of terms) one.weight *= factor;
  return terms;
}
