import {
  type Analysis,
  fuzzyWords,
  GRAM_WEIGHT,
  inverseDocumentFrequency,
  isPrunedGram,
  normalizedWeight,
  WORD_WEIGHT,
} from "@quarry/core";
import type { Leg } from "./leg.ts";
import type { SpaceIndex } from "./space-index.ts";

/** A term of a query in one space. */
export interface WeightedTerm {
  readonly id: number;
  /** What one occurrence in a chunk of average length adds to the score. */
  readonly weight: number;
}

/** A query as one space reads it. */
export interface QueryTerms {
  readonly words: readonly WeightedTerm[];
  readonly grams: readonly WeightedTerm[];
  /** The words in reading order; -1 for a word that the space lacks. */
  readonly sequence: readonly number[];
}

/** Unknown words of a question that are looked up with a typo, in each space: each costs hundreds of look-ups. */
const MAX_GUESSED_WORDS = 10;

/** Weighs a query's terms by a space's figures. */
export function weighQuery(query: Analysis, space: SpaceIndex): QueryTerms {
  const replaced = new Map<string, number>();
  return {
    words: weighWords(query, space, replaced),
    grams: weighGrams(query, space),
    sequence: query.sequence.map((term) => {
      const id = knownId(space.words, term);
      return id >= 0 ? id : (replaced.get(term) ?? -1);
    }),
  };
}

function weighWords(query: Analysis, space: SpaceIndex, replaced: Map<string, number>): WeightedTerm[] {
  const leg = space.words;
  const chunks = space.size();
  const sequence = new Set(query.sequence);
  const known: { id: number; value: number }[] = [];
  let scale = 0;
  let guessed = 0;
  for (const [term, count] of countTerms([query.sequence, query.joined])) {
    const id = knownId(leg, term);
    const df = id < 0 ? 0 : leg.documentFrequency(id);
    const value = count * inverseDocumentFrequency(df, chunks);
    scale += value;
    if (df > 0) known.push({ id, value });
    else if (sequence.has(term) && guessed < MAX_GUESSED_WORDS) {
      guessed += 1;
      // The scale keeps the missing word's own idf: a look-alike never counts as the whole word.
      const likes = fuzzyWords(term, (like) => leg.documentFrequency(leg.find(like)));
      for (const like of likes) {
        const likeId = leg.find(like.term);
        const idf = inverseDocumentFrequency(leg.documentFrequency(likeId), chunks);
        known.push({ id: likeId, value: count * like.weight * idf });
        if (!replaced.has(term)) replaced.set(term, likeId);
      }
    }
  }
  // A query of characters too few for a gram is judged by its words alone.
  const share = query.grams.length > 0 ? WORD_WEIGHT : WORD_WEIGHT + GRAM_WEIGHT;
  return toWeights(known, normalizedWeight(share, scale));
}

function weighGrams(query: Analysis, space: SpaceIndex): WeightedTerm[] {
  const chunks = space.size();
  const known: { id: number; value: number }[] = [];
  let scale = 0;
  for (const [gram, count] of countTerms([query.grams])) {
    const id = space.grams.find(gram);
    const df = id < 0 ? 0 : space.grams.documentFrequency(id);
    if (isPrunedGram(df, chunks)) continue;
    const value = count * inverseDocumentFrequency(df, chunks);
    scale += value;
    if (df > 0) known.push({ id, value });
  }
  return toWeights(known, normalizedWeight(GRAM_WEIGHT, scale));
}

function toWeights(known: readonly { id: number; value: number }[], factor: number): WeightedTerm[] {
  return known.map(({ id, value }) => ({ id, weight: value * factor }));
}

function knownId(leg: Leg, term: string): number {
  const id = leg.find(term);
  return id >= 0 && leg.documentFrequency(id) > 0 ? id : -1;
}

function countTerms(lists: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const list of lists) for (const term of list) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
