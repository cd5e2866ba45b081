import type { Embedder } from "../../ports/embedder.ts";
import type { LexicalHit } from "../../ports/lexical-index.ts";
import type { VectorHit } from "../../ports/vector-store.ts";
import { lexicalSimilarity } from "../lexical/lexical-similarity.ts";
import { defaultVectorWeight, vectorStrength } from "./vector-strength.ts";

/** A chunk with the one score that ranks it and the scores of its legs. */
export interface FusedHit {
  readonly id: string;
  readonly spaceId: string;
  readonly documentId: string;
  /** In [0, 1]; comparable across spaces and modes. */
  readonly similarity: number;
  /** The lexical leg's score, or null where that leg did not find the chunk. */
  readonly lexical: number | null;
  /** The vector leg's cosine, or null where that leg did not find the chunk. */
  readonly vector: number | null;
  /** What each leg adds to the strength that the similarity is read from, 1 being a full match. */
  readonly contributions: { readonly lexical: number; readonly vector: number };
}

/** What a search by the vectors of one model found. */
export interface VectorLeg {
  readonly hits: readonly VectorHit[];
  /** False when there may be more hits behind the last one. */
  readonly isComplete: boolean;
  /** Of the model. */
  readonly family: Embedder["family"];
}

/** What the legs found. A leg that did not run is not there; the others then have all the weight. */
export interface Legs {
  readonly lexical: readonly LexicalHit[] | undefined;
  /**
   * One for each model: a single one, unless documents are just switching from one to another. What several brought
   * counts as the last one says.
   */
  readonly vectors: readonly VectorLeg[];
  /** Distinct words of the question. */
  readonly queryTerms: number;
  /** Chunks of each space. */
  readonly chunkCounts: ReadonlyMap<string, number>;
  /** The vector leg's weight in the spaces that have one of their own. */
  readonly vectorWeights?: ReadonlyMap<string, number>;
}

/** A cosine with a vector of some family. */
interface Cosine {
  readonly score: number;
  readonly family: Embedder["family"];
}

/** What the words alone count: the best hit by both legs is by chance a little below the best by words. */
const WORDS_ALONE = 0.96;

/**
 * The weight of the vectors in a space, that of the words being the rest. A question without words, and a leg that did not
 * run, leave all the weight to the others.
 */
export function vectorWeightIn(
  spaceId: string,
  { lexical, vectors, queryTerms, vectorWeights }: Omit<Legs, "chunkCounts">,
): number {
  if (vectors.length === 0) return 0;
  if (lexical === undefined || queryTerms === 0) return 1;
  return vectorWeights?.get(spaceId) ?? defaultVectorWeight(vectors);
}

/**
 * Merges the legs: a convex combination of scores on one scale (0 = chance, 1 = full match), read as a similarity.
 * Ranks are never mixed, since they lose what the scores say. Best first, ties by ascending id.
 */
export function fuse(legs: Legs): FusedHit[] {
  const { lexical, vectors, queryTerms, chunkCounts } = legs;
  // A chunk that a full vector leg did not bring is at most as near as the last one that it brought.
  const last = vectors.flatMap(({ hits, isComplete, family }): Cosine[] =>
    isComplete ? [] : [{ score: hits.at(-1)?.score ?? 0, family }],
  );

  const found = new Map<string, { hit: LexicalHit | VectorHit; words: number | null; cosine?: Cosine }>();
  for (const hit of lexical ?? []) found.set(hit.id, { hit, words: hit.score });
  for (const { hits, family } of vectors)
    for (const hit of hits) {
      const words = found.get(hit.id)?.words ?? null;
      found.set(hit.id, { hit, words, cosine: { score: hit.score, family } });
    }

  return [...found.values()]
    .map(({ hit: { id, spaceId, documentId }, words, cosine }): FusedHit => {
      const weight = vectorWeightIn(spaceId, legs);
      const cosines = cosine ? [cosine] : last;
      const strengths = cosines.map(({ score, family }) => vectorStrength(score, family, weight === 1));
      const contributions = {
        lexical: (1 - weight) * (words ?? 0) * (weight === 0 ? WORDS_ALONE : 1),
        vector: weight * Math.max(0, ...strengths),
      };
      const strength = contributions.lexical + contributions.vector;
      const similarity = lexicalSimilarity(strength, queryTerms, chunkCounts.get(spaceId) ?? 0);
      const scores = { lexical: words, vector: cosine?.score ?? null };
      return { id, spaceId, documentId, similarity, ...scores, contributions };
    })
    .filter((hit) => hit.similarity > 0)
    .sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1));
}
