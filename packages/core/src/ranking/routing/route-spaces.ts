import { lexicalSimilarity } from "../lexical/lexical-similarity.ts";

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
export interface RoutedSpace<Evidence extends RoutingEvidence = RoutingEvidence> {
  readonly spaceId: string;
  readonly relevance: number;
  /** The description's part, as a chance of its own. */
  readonly described: number;
  readonly evidence: Evidence;
}

/** What one of the vocabulary's log-likelihood counts in logarithms of the best passage's score, for the order. */
const ORDER_SKETCH = 0.75;
/** How much a large space must be better, since its best passage is better by chance. */
const ORDER_SIZE = 0.2;
const SMALLEST = 300;
/** The same for the relevance, which must mean something where there is nothing to compare with. */
const RELEVANCE_SKETCH = 0.25;
const DESCRIPTION_INTERCEPT = 2.5;
const DESCRIPTION_SLOPE = 4;

/**
 * Ranks spaces by what they hold (best passage and vocabulary together) and by what they say of themselves
 * (RANKING.md, Routing). The two kinds of evidence are joined as independent chances:
 * 1 - (1 - content)(1 - description).
 * @param queryTerms Distinct words of the question.
 */
export function routeSpaces<Evidence extends RoutingEvidence>(
  evidence: readonly Evidence[],
  queryTerms: number,
): RoutedSpace<Evidence>[] {
  const byContent = evidence
    .map((one) => ({ one, strength: contentStrength(one) }))
    .sort((a, b) => b.strength - a.strength || (a.one.spaceId < b.one.spaceId ? -1 : 1));
  // What is compared decides the order, so nobody is more relevant than who comes before.
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

/** A description is short and says little by chance: one that answers half of the question is a reason to look. */
function descriptionRelevance(score: number): number {
  if (!(score > 0)) return 0;
  return 1 / (1 + Math.exp(-DESCRIPTION_INTERCEPT - DESCRIPTION_SLOPE * Math.log(score)));
}
