import type { Embedder } from "../../ports/embedder.ts";

/** Maps a cosine to a strength: 0 (no match) at `none`, 1 (full match) at `full`. */
interface Scale {
  readonly none: number;
  readonly full: number;
  readonly exponent: number;
  readonly most: number;
}

interface Family {
  /** Default weight of the vector leg next to the lexical leg. */
  readonly weight: number;
  readonly fused: Scale;
  readonly alone: Scale;
}

const SEMANTIC: Scale = { none: 0.2, full: 0.75, exponent: 1, most: 1.2 };

/**
 * Hashed words add little to the lexical leg, so their weight is small. Without that leg, even a sentence's cosine with
 * the passage that contains it is small, so the scale for vectors alone rewards values above chance more steeply.
 */
const FAMILIES: Record<Embedder["family"], Family> = {
  lexical: {
    weight: 0.1,
    fused: { none: 0, full: 0.5, exponent: 1, most: 1.2 },
    alone: { none: 0, full: 0.35, exponent: 2, most: 5 },
  },
  semantic: { weight: 0.6, fused: SEMANTIC, alone: SEMANTIC },
};

/**
 * Converts a cosine to a strength, 0 and above; 1 is a full match.
 * @param isAlone True if only vectors are searched.
 */
export function vectorStrength(cosine: number, family: Embedder["family"], isAlone: boolean): number {
  const { none, full, exponent, most } = FAMILIES[family][isAlone ? "alone" : "fused"];
  return Math.min(most, Math.max(0, (cosine - none) / (full - none)) ** exponent);
}

/**
 * Returns the vector leg's weight for spaces that do not override it. With several families, uses the smallest weight,
 * because only lexical scores are comparable across families. 0 without vectors.
 */
export function defaultVectorWeight(vectors: readonly { readonly family: Embedder["family"] }[]): number {
  return vectors.length === 0 ? 0 : Math.min(...vectors.map(({ family }) => FAMILIES[family].weight));
}
