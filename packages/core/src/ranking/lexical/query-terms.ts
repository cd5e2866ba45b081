import type { QuestionAnalysis } from "../../text/analyze-question.ts";
import { normalizedWeight } from "./bm25.ts";
import { fuzzyWords } from "./fuzzy-words.ts";
import { inverseDocumentFrequency } from "./idf.ts";
import {
  GRAM_WEIGHT,
  isPrunedWeakWord,
  MAX_GRAM_CHUNKS,
  WEAK_WEIGHT,
  WORD_WEIGHT,
} from "./lexical-weights.ts";
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

/** Returns a query's terms, the heaviest first. Every store adds scores in this order, so that sums are equal to the last bit. */
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
  const counts = countTerms([query.sequence, query.joined]);
  // Looked up once: most of the time of a question about a small space are such look-ups.
  const frequencies = new Map<string, number>();
  for (const term of counts.keys()) frequencies.set(term, space.wordFrequency(term));
  const isKnown = (term: string) => (frequencies.get(term) as number) > 0;
  const replaced = new Map<string, string>();
  return {
    words: weighWords(query, space, counts, frequencies, replaced),
    grams: weighGrams(query, space, isKnown),
    sequence: query.sequence.map((term) => (isKnown(term) ? term : replaced.get(term))),
  };
}

function weighWords(
  query: QuestionAnalysis,
  space: TermStatistics,
  counts: ReadonlyMap<string, number>,
  frequencies: ReadonlyMap<string, number>,
  replaced: Map<string, string>,
): WeightedTerm[] {
  const { chunks } = space;
  const sequence = new Set(query.sequence);
  const known: { term: string; value: number }[] = [];
  let scale = 0;
  let guessed = 0;
  for (const [term, count] of counts) {
    const df = frequencies.get(term) as number;
    const isWeak = query.weakWords.has(term);
    const times = isWeak ? count * WEAK_WEIGHT : count;
    const value = times * inverseDocumentFrequency(df, chunks);
    scale += value;
    if (isWeak && isPrunedWeakWord(df, chunks)) continue;
    if (df > 0) known.push({ term, value });
    else if (sequence.has(term) && guessed < MAX_FUZZY_WORDS) {
      guessed += 1;
      // `scale` keeps the missing word's own idf, so a fuzzy match never counts as much as an exact one.
      for (const like of fuzzyWords(term, space.wordFrequency, space.wordsOneEditApart?.(term))) {
        const idf = inverseDocumentFrequency(space.wordFrequency(like.term), chunks);
        known.push({ term: like.term, value: times * like.weight * idf });
        if (!replaced.has(term)) replaced.set(term, like.term);
      }
    }
  }
  // Without grams, words get the whole weight.
  const share = query.grams.length > 0 ? WORD_WEIGHT : WORD_WEIGHT + GRAM_WEIGHT;
  return toWeights(known, normalizedWeight(share, scale));
}

function weighGrams(
  query: QuestionAnalysis,
  space: TermStatistics,
  isKnown: (word: string) => boolean,
): WeightedTerm[] {
  const { chunks } = space;
  const known: { term: string; value: number }[] = [];
  let scale = 0;
  const telling = tellingGrams(query, space, isKnown);
  for (const [term, count] of countTerms([query.grams], telling)) {
    const df = telling.get(term) as number;
    const weak = Math.min(count, query.weakGrams.get(term) ?? 0);
    const value = (count - weak * (1 - WEAK_WEIGHT)) * inverseDocumentFrequency(df, chunks);
    scale += value;
    if (df > 0 && df <= MAX_GRAM_CHUNKS) known.push({ term, value });
  }
  return toWeights(known, normalizedWeight(GRAM_WEIGHT, scale));
}

function toWeights(known: readonly { term: string; value: number }[], factor: number): WeightedTerm[] {
  return known.map(({ term, value }) => ({ term, weight: value * factor }));
}

/** @param among The terms to count; all when undefined. */
function countTerms(
  lists: readonly (readonly string[])[],
  among?: ReadonlyMap<string, unknown>,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const list of lists)
    for (const term of list) if (!among || among.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
