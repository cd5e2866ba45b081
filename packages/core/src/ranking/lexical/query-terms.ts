import type { QuestionAnalysis } from "../../text/analyze-question.ts";
import { normalizedWeight } from "./bm25.ts";
import { fuzzyWords } from "./fuzzy-words.ts";
import { inverseDocumentFrequency } from "./idf.ts";
import { GRAM_WEIGHT, isPrunedGram, WEAK_WEIGHT, WORD_WEIGHT } from "./lexical-weights.ts";

/** What a space knows of terms; dead chunks count for nothing. */
export interface TermStatistics {
  /** Chunks in the space. */
  readonly chunks: number;
  /** Chunks that hold a word, 0 when it is unknown. */
  wordFrequency(term: string): number;
  /** Chunks that hold a gram, 0 when it is unknown. */
  gramFrequency(term: string): number;
  /** Those of `wordsOneEditApart(word)` that may be known, where that takes less than asking for each. */
  wordsOneEditApart?(word: string): Iterable<string>;
}

/** A term of a query in one space. */
export interface WeightedTerm {
  readonly term: string;
  /** What one occurrence in a chunk of average length adds to the score. */
  readonly weight: number;
}

/** A query as one space reads it. */
export interface QueryTerms {
  /** Words that the space knows; a look-alike may stand beside the word itself. */
  readonly words: readonly WeightedTerm[];
  readonly grams: readonly WeightedTerm[];
  /** The words in reading order; undefined for a word that the space lacks and has nothing like. */
  readonly sequence: readonly (string | undefined)[];
}

/** Unknown words of a question that are looked up with a typo, in each space: each costs hundreds of look-ups. */
export const MAX_FUZZY_WORDS = 10;

/** Weighs a query's terms by a space's figures. */
export function weighQuery(query: QuestionAnalysis, space: TermStatistics): QueryTerms {
  const replaced = new Map<string, string>();
  return {
    words: weighWords(query, space, replaced),
    grams: weighGrams(query, space),
    sequence: query.sequence.map((term) => (space.wordFrequency(term) > 0 ? term : replaced.get(term))),
  };
}

function weighWords(
  query: QuestionAnalysis,
  space: TermStatistics,
  replaced: Map<string, string>,
): WeightedTerm[] {
  const { chunks } = space;
  const sequence = new Set(query.sequence);
  const known: { term: string; value: number }[] = [];
  let scale = 0;
  let guessed = 0;
  for (const [term, count] of countTerms([query.sequence, query.joined])) {
    const df = space.wordFrequency(term);
    const times = query.weakWords.has(term) ? count * WEAK_WEIGHT : count;
    const value = times * inverseDocumentFrequency(df, chunks);
    scale += value;
    if (df > 0) known.push({ term, value });
    else if (sequence.has(term) && guessed < MAX_FUZZY_WORDS) {
      guessed += 1;
      // The scale keeps the missing word's own idf: a look-alike never counts as the whole word.
      for (const like of fuzzyWords(term, space.wordFrequency, space.wordsOneEditApart?.(term))) {
        const idf = inverseDocumentFrequency(space.wordFrequency(like.term), chunks);
        known.push({ term: like.term, value: times * like.weight * idf });
        if (!replaced.has(term)) replaced.set(term, like.term);
      }
    }
  }
  // A query of characters too few for a gram is judged by its words alone.
  const share = query.grams.length > 0 ? WORD_WEIGHT : WORD_WEIGHT + GRAM_WEIGHT;
  return toWeights(known, normalizedWeight(share, scale));
}

function weighGrams(query: QuestionAnalysis, space: TermStatistics): WeightedTerm[] {
  const { chunks } = space;
  const known: { term: string; value: number }[] = [];
  let scale = 0;
  for (const [term, count] of countTerms([query.grams])) {
    const df = space.gramFrequency(term);
    if (isPrunedGram(df, chunks)) continue;
    const weak = Math.min(count, query.weakGrams.get(term) ?? 0);
    const value = (count - weak * (1 - WEAK_WEIGHT)) * inverseDocumentFrequency(df, chunks);
    scale += value;
    if (df > 0) known.push({ term, value });
  }
  return toWeights(known, normalizedWeight(GRAM_WEIGHT, scale));
}

function toWeights(known: readonly { term: string; value: number }[], factor: number): WeightedTerm[] {
  return known.map(({ term, value }) => ({ term, weight: value * factor }));
}

function countTerms(lists: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const list of lists) for (const term of list) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
