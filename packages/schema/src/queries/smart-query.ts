import { type Static, Type } from "@sinclair/typebox";
import { described } from "../primitives/described.ts";
import { QueryResponse } from "./query.ts";
import { MIN_RELEVANCE } from "./query-body.ts";

/** The evidence for a recommendation; present with `explain: true`. */
export const RecommendationEvidence = Type.Object(
  {
    description: Type.Number({
      minimum: 0,
      maximum: 1,
      description: "Relevance of the space's name and description, 0 to 1.",
    }),
    vocabulary: Type.Number({
      description:
        "Mean log-likelihood ratio of the query words in this space versus all spaces. Values above 0 favor the space.",
    }),
    bestPassage: Type.Number({
      minimum: 0,
      description:
        "Lexical score of the space's best passage, comparable to `scores.lexical` of a result; 0 if none was found.",
    }),
  },
  { description: "The evidence for a recommendation. Present with `explain: true`." },
);

/** A recommended space (interface §2.5). */
export const Recommendation = Type.Object(
  {
    spaceId: Type.String({ description: "Id of the space." }),
    name: Type.String({ description: "Name of the space." }),
    description: Type.String({ description: "What the space contains." }),
    relevanceScore: Type.Number({
      minimum: 0,
      maximum: 1,
      description: `Probability that the space has an answer, 0 to 1. Spaces below ${MIN_RELEVANCE} (or \`minRelevance\`) are not recommended.`,
    }),
    reason: Type.String({ description: "Why the space is recommended, as text." }),
    evidence: Type.Optional(
      described(RecommendationEvidence, "The evidence behind the score. Present with `explain`."),
    ),
  },
  { description: "A space that is likely to have an answer." },
);
/** Static type of {@link Recommendation}. */
export type Recommendation = Static<typeof Recommendation>;

/** Response of `POST /api/query/smart`. The fields of a query response are present with `search: true`. */
export const SmartQueryResponse = Type.Object(
  {
    recommendations: Type.Array(Recommendation, {
      description: "The recommended spaces, most likely first.",
    }),
    ...Type.Partial(QueryResponse).properties,
  },
  { description: "Recommended spaces, and with `search: true` the passages that they hold." },
);
/** Static type of {@link SmartQueryResponse}. */
export type SmartQueryResponse = Static<typeof SmartQueryResponse>;
