import type { Embedder } from "../ports/embedder.ts";
import type { LexicalHit } from "../ports/lexical-index.ts";
import type { VectorHit } from "../ports/vector-store.ts";
import { lexicalSimilarity } from "./lexical-similarity.ts";

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
}

/**
 * For each family of embedders: the vector leg's weight, and the cosines that count as no match (0) and as a full
 * match (1). Hashed words say little that the lexical leg does not know, so their weight is small.
 */
const FAMILIES = {
  lexical: { weight: 0.1, none: 0, full: 0.5 },
  semantic: { weight: 0.6, none: 0.2, full: 0.75 },
} as const;

const MAX_STRENGTH = 1.2;

/** How much of a full match a cosine is, to vectors of a family. */
function strengthOf(cosine: number, family: Embedder["family"]): number {
  const { none, full } = FAMILIES[family];
  return Math.min(MAX_STRENGTH, Math.max(0, (cosine - none) / (full - none)));
}

/**
 * The weight of the vectors, that of the words being the rest. A question without words, and a leg that did not run,
 * leave all the weight to the others.
 */
export function vectorWeightOf({ lexical, vectors, queryTerms }: Omit<Legs, "chunkCounts">): number {
  // Words say the same of all documents, vectors of different families do not: the least weight is fair to both.
  const weight = Math.min(...vectors.map(({ family }) => FAMILIES[family].weight));
  return vectors.length === 0 ? 0 : lexical === undefined || queryTerms === 0 ? 1 : weight;
}

/**
 * Merges the legs: a convex combination of scores on one scale (0 = chance, 1 = full match), read as a similarity.
 * Ranks are never mixed, since they lose what the scores say. Best first, ties by ascending id.
 */
export function fuse({ lexical, vectors, queryTerms, chunkCounts }: Legs): FusedHit[] {
  const vectorWeight = vectorWeightOf({ lexical, vectors, queryTerms });
  // A chunk that a full vector leg did not bring is at most as near as the last one that it brought.
  const unseen = Math.max(
    0,
    ...vectors.map(({ hits, isComplete, family }) =>
      isComplete ? 0 : strengthOf(hits.at(-1)?.score ?? 0, family),
    ),
  );

  const found = new Map<
    string,
    { hit: LexicalHit | VectorHit; lexical: number | null; vector: number | null; dense: number }
  >();
  for (const hit of lexical ?? [])
    found.set(hit.id, { hit, lexical: hit.score, vector: null, dense: unseen });
  for (const { hits, family } of vectors)
    for (const hit of hits) {
      const words = found.get(hit.id)?.lexical ?? null;
      found.set(hit.id, { hit, lexical: words, vector: hit.score, dense: strengthOf(hit.score, family) });
    }

  return [...found.values()]
    .map(({ hit: { id, spaceId, documentId }, dense, ...scores }): FusedHit => {
      const lexical = (1 - vectorWeight) * (scores.lexical ?? 0);
      const vector = vectorWeight * dense;
      const similarity = lexicalSimilarity(lexical + vector, queryTerms, chunkCounts.get(spaceId) ?? 0);
      return { id, spaceId, documentId, similarity, ...scores, contributions: { lexical, vector } };
    })
    .filter((hit) => hit.similarity > 0)
    .sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1));
}
