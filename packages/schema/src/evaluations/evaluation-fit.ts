import { type Static, Type } from "@sinclair/typebox";
import { LIMITS } from "../primitives/limits.ts";
import { estimateOf } from "./estimate.ts";

/** Body of `POST /api/spaces/:spaceId/evaluations/:id/fit`. */
export const FitEvaluationBody = Type.Object(
  {
    apply: Type.Optional(
      Type.Boolean({
        description:
          "True sets the weight on the space if it is recommended; needs `spaces:write`. Default: false.",
      }),
    ),
  },
  { additionalProperties: false, description: "Whether to use the weight that is found." },
);
/** Static type of {@link FitEvaluationBody}. */
export type FitEvaluationBody = Static<typeof FitEvaluationBody>;

/** The vector weight that works best for the golden queries. Metrics are nDCG@10 over documents. */
export const FitResponse = Type.Object(
  {
    vectorWeight: Type.Number({
      description: "The best weight of vector search, 0 to 1; the current one if none is better.",
    }),
    current: Type.Number({
      description: "The space's weight, or the embedding model's default, 0 to 1.",
    }),
    recommended: Type.Boolean({
      description: "True if the best weight also beats the current one on held-out queries.",
    }),
    applied: Type.Boolean({ description: "True if the weight was set on the space." }),
    queryCount: Type.Integer({
      description: `Number of queries with a relevant document in the space, at least ${LIMITS.fitQueriesMin}.`,
    }),
    curve: Type.Array(
      Type.Object(
        {
          vectorWeight: Type.Number({ description: "A weight of vector search, 0 to 1." }),
          ndcg: Type.Number({ description: "Mean nDCG@10 with this weight, 0 to 1." }),
        },
        { description: "A weight and its result." },
      ),
      { description: "The result of each weight that was tried, in ascending order of weights." },
    ),
    heldOut: Type.Object(
      {
        ndcg: Type.Number({ description: "Mean nDCG@10 with the chosen weights, 0 to 1." }),
        currentNdcg: Type.Number({ description: "Mean nDCG@10 with the current weight, 0 to 1." }),
        difference: estimateOf("Difference of the two, -1 to 1; above 0 the chosen weights are better."),
      },
      {
        description:
          "Metrics over held-out queries: each query is evaluated with a weight chosen without it.",
      },
    ),
  },
  { description: "The weight of vector search that fits the golden queries best." },
);
/** Static type of {@link FitResponse}. */
export type FitResponse = Static<typeof FitResponse>;
