import type { Embedder } from "../../ports/embedder.ts";
import { lexicalSimilarity } from "../lexical/lexical-similarity.ts";
import { joinLegs } from "./join-legs.ts";
import type { Legs } from "./legs.ts";
import { defaultVectorWeight, vectorStrength } from "./vector-strength.ts";

/** A chunk with its fused similarity and the scores of both legs. */
export interface FusedHit {
  readonly id: string;
  readonly spaceId: string;
  readonly documentId: string;
  /** In [0, 1]; comparable across spaces and modes. */
  readonly similarity: number;
  /** Score of the lexical leg, or null if it did not find the chunk. */
  readonly lexical: number | null;
  /** Cosine of the vector leg, or null if it did not find the chunk. */
  readonly vector: number | null;
  /** Contribution of each leg to the strength from which the similarity is computed; a full match has strength 1. */
  readonly contributions: { readonly lexical: number; readonly vector: number };
}

/** Factor for lexical-only search, calibrated so that its best hits score like the best hits of both legs. */
const LEXICAL_ONLY_FACTOR = 0.96;

/**
 * Returns the weight of the vector leg in a space, 0 to 1; the lexical leg has the rest. If one leg did not run or the
 * question has no words, the other leg has all the weight.
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
 * Merges the legs by a convex combination of calibrated scores (0 = chance, 1 = full match) and converts the result to a
 * similarity. Does not combine ranks, which discard the information in the scores. Best first, ties by ascending id.
 */
export function fuse(legs: Legs): FusedHit[] {
  const { queryTerms, chunkCounts } = legs;
  const strengthOf = createStrengths(legs);
  const weightIn = createWeights(legs);
  const fused: FusedHit[] = [];
  for (const { id, spaceId, documentId, words, cosine, family } of joinLegs(legs)) {
    const weight = weightIn(spaceId);
    const contributions = {
      lexical: (1 - weight) * (words ?? 0) * (weight === 0 ? LEXICAL_ONLY_FACTOR : 1),
      vector: weight * strengthOf(cosine, family, weight === 1),
    };
    const strength = contributions.lexical + contributions.vector;
    const similarity = lexicalSimilarity(strength, queryTerms, chunkCounts.get(spaceId) ?? 0);
    if (similarity > 0)
      fused.push({ id, spaceId, documentId, similarity, lexical: words, vector: cosine, contributions });
  }
  return fused.sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1));
}

/** Remembers the weight of the last space, because most hits follow one of the same space. */
function createWeights(legs: Legs): (spaceId: string) => number {
  let known: { readonly spaceId: string; readonly weight: number } | undefined;
  return (spaceId) => {
    if (known?.spaceId !== spaceId) known = { spaceId, weight: vectorWeightIn(spaceId, legs) };
    return known.weight;
  };
}

/** Returns the strength of a cosine, or of a chunk without one. */
function createStrengths({ vectors }: Legs) {
  const truncated = vectors.filter(({ isComplete }) => !isComplete);
  return (cosine: number | null, family: Embedder["family"] | undefined, isAlone: boolean): number => {
    if (cosine !== null && family) return Math.max(0, vectorStrength(cosine, family, isAlone));
    let most = 0;
    // A chunk missing from a truncated vector leg is at most as similar as the leg's last hit.
    for (const leg of truncated)
      most = Math.max(most, vectorStrength(leg.hits.at(-1)?.score ?? 0, leg.family, isAlone));
    return most;
  };
}
