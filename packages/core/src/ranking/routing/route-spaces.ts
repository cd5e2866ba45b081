import { lexicalSimilarity } from "../lexical/lexical-similarity.ts";

/** Evidence on whether a space can answer a question. */
export interface RoutingEvidence {
  readonly spaceId: string;
  /** Lexical score of the best passage; 0 if there is none. */
  readonly bestScore: number;
  /** Chunks in the space. */
  readonly chunkCount: number;
  /** Log-likelihood ratio of the question under the space's vocabulary. */
  readonly sketch: number;
  /** Lexical score of the space's name and description; 0 without a match. */
  readonly descriptionScore: number;
}

/** A space with its relevance, in [0, 1]. */
export interface RoutedSpace<Evidence extends RoutingEvidence = RoutingEvidence> {
  readonly spaceId: string;
  readonly relevance: number;
  /** Probability from the description alone. */
  readonly described: number;
  readonly evidence: Evidence;
}

/** Weight of the vocabulary's log-likelihood ratio relative to the log of the best passage's score, for the order. */
const ORDER_SKETCH = 0.75;
/** Penalty per log of the space's size: the best passage of a large space scores higher by chance. */
const ORDER_SIZE = 0.2;
const SMALLEST = 300;
/** Weight of the vocabulary for the relevance, which must be meaningful without other spaces to compare with. */
const RELEVANCE_SKETCH = 0.25;
const DESCRIPTION_INTERCEPT = 2.5;
const DESCRIPTION_SLOPE = 4;

/**
 * Ranks spaces by their content (best passage and vocabulary) and their description (RANKING.md, Routing). Combines both
 * as independent probabilities: 1 - (1 - content)(1 - description).
 * @param queryTerms Number of distinct words in the question.
 */
export function routeSpaces<Evidence extends RoutingEvidence>(
  evidence: readonly Evidence[],
  queryTerms: number,
): RoutedSpace<Evidence>[] {
  const byContent = evidence
    .map((one) => ({ one, strength: contentStrength(one) }))
    .sort((a, b) => b.strength - a.strength || (a.one.spaceId < b.one.spaceId ? -1 : 1));
  // The comparison decides the order, so no space is more relevant than the one before it.
  let content = 1;
  return byContent
    .map(({ one }): RoutedSpace<Evidence> => {
      const { spaceId, bestScore, sketch, chunkCount } = one;
      const own = bestScore * Math.exp(RELEVANCE_SKETCH * sketch);
      content = Math.min(content, lexicalSimilarity(own, queryTerms, chunkCount));
      const described = descriptionRelevance(one.descriptionScore);
      return { spaceId, relevance: 1 - (1 - content) * (1 - described), described, evidence: one };
    })
    .sort((a, b) => b.relevance - a.relevance);
}

function contentStrength({ bestScore, sketch, chunkCount }: RoutingEvidence): number {
  if (!(bestScore > 0)) return Number.NEGATIVE_INFINITY;
  const size = Math.log(Math.max(SMALLEST, chunkCount));
  return Math.log(bestScore) + ORDER_SKETCH * sketch - ORDER_SIZE * size;
}

/** Descriptions are short and rarely match by chance: matching half of the question is already good evidence. */
function descriptionRelevance(score: number): number {
  if (!(score > 0)) return 0;
  return 1 / (1 + Math.exp(-DESCRIPTION_INTERCEPT - DESCRIPTION_SLOPE * Math.log(score)));
}
