import { type Static, Type } from "@sinclair/typebox";
import { OneOf } from "../primitives/one-of.ts";
import { QUERY_MODES } from "./query-mode.ts";

/** How a query word was matched in a passage. */
export const MATCH_KINDS = ["word", "joined", "typo", "context"] as const;
/** One of the match kinds. */
export type MatchKind = (typeof MATCH_KINDS)[number];

/** A query word that matches a passage. */
export const MatchedTerm = Type.Object({
  term: Type.String({ description: "as first written in the query" }),
  matched: Type.Array(Type.String(), { description: "as written in the passage, each form once" }),
  how: OneOf(
    MATCH_KINDS,
    ": the same word or another form of it; joined or separated differently (well-known, wellknown); one letter different; not in the passage itself but in its title, headings, filename or table header",
  ),
});
/** Static type of {@link MatchedTerm}. */
export type MatchedTerm = Static<typeof MatchedTerm>;

/** Why a result has its rank. */
export const ItemExplanation = Type.Object({
  terms: Type.Array(MatchedTerm, {
    description: "query words that match the passage, without function words",
  }),
  missing: Type.Array(Type.String(), {
    description: "query words that do not match; parts of them may match and count a little",
  }),
  contributions: Type.Object(
    { lexical: Type.Number(), vector: Type.Number() },
    {
      description:
        "weighted contributions of lexical and vector search to the combined score, whose sum determines the similarity. If vector search did not return the passage, `vector` is an upper bound",
    },
  ),
});
/** Static type of {@link ItemExplanation}. */
export type ItemExplanation = Static<typeof ItemExplanation>;

/** One of the searches behind a response: lexical or vector. */
export const ExplainedLeg = Type.Object({
  name: OneOf(["lexical", "vector"]),
  weight: Type.Number({ minimum: 0, maximum: 1, description: "weight in the combined score" }),
  model: Type.Optional(Type.String({ description: "the embedding model, for vector search" })),
  candidates: Type.Integer({ description: "number of passages found" }),
});
/** Static type of {@link ExplainedLeg}. */
export type ExplainedLeg = Static<typeof ExplainedLeg>;

/** Why candidates were removed from the results. */
export const RemovedCandidates = Type.Object(
  {
    byThreshold: Type.Integer({ description: "candidates with a similarity below the threshold" }),
    bestBelowThreshold: Type.Union([Type.Number(), Type.Null()], {
      description: "the highest similarity of these candidates",
    }),
    byFilter: Type.Integer({
      description:
        "candidates excluded by metadata and filter, found by a second search of the same depth without them; excludes candidates below the threshold",
    }),
    byMaxPerDocument: Type.Integer({ description: "candidates beyond maxPerDocument" }),
    byRepetition: Type.Integer({
      description: "near duplicates of a better candidate of the same document",
    }),
    notLive: Type.Integer({ description: "candidates of documents that were just changed or deleted" }),
  },
  {
    description:
      "counts over the examined candidates, a small multiple of topK, not over all passages of the spaces. The last three counts stop when topK results are found",
  },
);
/** Static type of {@link RemovedCandidates}. */
export type RemovedCandidates = Static<typeof RemovedCandidates>;

/** How a response was computed; present with `explain: true`. */
export const QueryExplanation = Type.Object({
  mode: OneOf(QUERY_MODES),
  legs: Type.Array(ExplainedLeg, { description: "the searches that ran, with their effective weights" }),
  queryTerms: Type.Array(Type.String(), {
    description: "distinct query words as written, without function words unless there are no others",
  }),
  removed: RemovedCandidates,
  spaces: Type.Integer({ description: "number of searched spaces" }),
});
/** Static type of {@link QueryExplanation}. */
export type QueryExplanation = Static<typeof QueryExplanation>;
