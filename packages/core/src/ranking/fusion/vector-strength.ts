import type { Embedder } from "../../ports/embedder.ts";

/** How a cosine is read: as no match (0) at `none`, as a full match (1) at `full`. */
interface Scale {
  readonly none: number;
  readonly full: number;
  readonly exponent: number;
  readonly most: number;
}

interface Family {
  /** The vector leg's weight beside the words. */
  readonly weight: number;
  readonly fused: Scale;
  readonly alone: Scale;
}

const SEMANTIC: Scale = { none: 0.2, full: 0.75, exponent: 1, most: 1.2 };

/**
 * Hashed words say little that the lexical leg does not know, so their weight is small; without that leg, a sentence's
 * cosine with the passage that it stands in is small too, and its rise above chance is what tells.
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
 * How much of a full match a cosine is, 0 and above.
 * @param isAlone Whether no words are searched beside the vectors.
 */
export function vectorStrength(cosine: number, family: Embedder["family"], isAlone: boolean): number {
  const { none, full, exponent, most } = FAMILIES[family][isAlone ? "alone" : "fused"];
  return Math.min(most, Math.max(0, (cosine - none) / (full - none)) ** exponent);
}

/**
 * The vector leg's weight where a space has none of its own. Words say the same of all documents, vectors of different
 * families do not: the least weight is fair to both. 0 without vectors.
 */
export function defaultVectorWeight(vectors: readonly { readonly family: Embedder["family"] }[]): number {
  return vectors.length === 0 ? 0 : Math.min(...vectors.map(({ family }) => FAMILIES[family].weight));
}
