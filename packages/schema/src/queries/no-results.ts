import { type Static, Type } from "@sinclair/typebox";
import { OneOf } from "../primitives/one-of.ts";

/** Why a query has no results. */
export const NO_RESULTS_REASONS = ["nothing_indexed", "filter", "threshold", "no_match", "no_space"] as const;

/** Why a query has no results, and what to do. */
export const NoResults = Type.Object(
  {
    reason: OneOf(NO_RESULTS_REASONS, {
      description:
        "`nothing_indexed`: the searched spaces hold no passage yet. `filter`: passages match, but `metadata` and `filter` exclude their documents. `threshold`: passages match, but none reaches `threshold`. `no_match`: no passage has a word of the query, or anything like it; with `documentIds`, no passage of these documents. `no_space`: a smart query found no space to search.",
    }),
    message: Type.String({ description: "The reason and what to do, for people." }),
    bestSimilarity: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: "Similarity of the best passage, 0 to 1. Present with the reason `threshold`.",
      }),
    ),
  },
  { description: "Why there are no results. Present if `results` is empty." },
);
/** Static type of {@link NoResults}. */
export type NoResults = Static<typeof NoResults>;
