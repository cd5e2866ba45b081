import { lexicalSimilarity } from "./lexical-similarity.ts";

/** What is known of a space with regard to a question. */
export interface RoutingEvidence {
  readonly spaceId: string;
  /** The best passage's lexical score, 0 when there is none. */
  readonly bestScore: number;
  /** Chunks in the space. */
  readonly chunkCount: number;
  /** Log-likelihood ratio of the question under the space's vocabulary. */
  readonly sketch: number;
  /** Lexical score of the space's name and description, 0 when they hold none of the question's words. */
  readonly descriptionScore: number;
}

/** A space with its relevance, in [0, 1]. */
export interface RoutedSpace {
  readonly spaceId: string;
  readonly relevance: number;
}

/** Half of the vocabulary's log-likelihood counts like one logarithm of the best passage's score. */
const SKETCH_EXPONENT = 0.5;

/**
 * Ranks spaces by what they hold (best passage and vocabulary together) and by what they say of themselves. The
 * vocabulary is read against the best space's, so that a lone space is judged by its passages. The two kinds of
 * evidence are joined as independent chances: 1 - (1 - content)(1 - description).
 * @param queryTerms Distinct words of the question. @param spaceCount Spaces that were compared by description.
 */
export function routeSpaces(
  evidence: readonly RoutingEvidence[],
  queryTerms: number,
  spaceCount: number,
): RoutedSpace[] {
  const bestSketch = evidence.reduce((best, { sketch }) => Math.max(best, sketch), Number.NEGATIVE_INFINITY);
  return evidence
    .map(({ spaceId, bestScore, chunkCount, sketch, descriptionScore }): RoutedSpace => {
      const strength = bestScore * Math.exp(SKETCH_EXPONENT * (sketch - bestSketch));
      const content = lexicalSimilarity(strength, queryTerms, chunkCount);
      const description = lexicalSimilarity(descriptionScore, queryTerms, spaceCount);
      return { spaceId, relevance: 1 - (1 - content) * (1 - description) };
    })
    .sort((a, b) => b.relevance - a.relevance || (a.spaceId < b.spaceId ? -1 : 1));
}
