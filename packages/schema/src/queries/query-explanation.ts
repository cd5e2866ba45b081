import { type Static, Type } from "@sinclair/typebox";
import { described, Nullable } from "../primitives/described.ts";
import { OneOf } from "../primitives/one-of.ts";
import { QUERY_MODES } from "./query-mode.ts";

/** How a query word was matched in a passage. */
export const MATCH_KINDS = ["word", "joined", "typo", "context"] as const;
/** One of the match kinds. */
export type MatchKind = (typeof MATCH_KINDS)[number];

/** A query word that matches a passage. */
export const MatchedTerm = Type.Object(
  {
    term: Type.String({ description: "The word as first written in the query." }),
    matched: Type.Array(Type.String({ description: "A form of the word." }), {
      description: "The word as written in the passage, each form once.",
    }),
    how: OneOf(MATCH_KINDS, {
      description:
        "How the word matches. `word`: the same word or another form of it. `joined`: joined or separated differently (well-known, wellknown). `typo`: one letter different. `context`: not in the passage itself but in its title, headings, filename or table header.",
    }),
  },
  { description: "A query word that matches a passage." },
);
/** Static type of {@link MatchedTerm}. */
export type MatchedTerm = Static<typeof MatchedTerm>;

/** Why a result has its rank. */
export const ItemExplanation = Type.Object(
  {
    terms: Type.Array(MatchedTerm, {
      description: 'Query words that match the passage, without function words such as "the".',
    }),
    missing: Type.Array(Type.String({ description: "A word as written in the query." }), {
      description: "Query words that do not match; parts of them may match and count a little.",
    }),
    contributions: Type.Object(
      {
        lexical: Type.Number({ description: "Weighted score of lexical search; 0 if it did not count." }),
        vector: Type.Number({
          description:
            "Weighted score of vector search. An upper bound if vector search did not return the passage.",
        }),
      },
      {
        description:
          "Weighted contributions of lexical and vector search to the combined score. Their sum determines the similarity.",
      },
    ),
  },
  { description: "Why a result has its rank." },
);
/** Static type of {@link ItemExplanation}. */
export type ItemExplanation = Static<typeof ItemExplanation>;

/** One of the searches behind a response: lexical or vector. */
export const ExplainedLeg = Type.Object(
  {
    name: OneOf(["lexical", "vector"], { description: "The search: by words, or by meaning." }),
    weight: Type.Number({
      minimum: 0,
      maximum: 1,
      description: "Its weight in the combined score, 0 to 1.",
    }),
    model: Type.Optional(
      Type.String({ description: "The embedding model. Present for vector search only." }),
    ),
    candidates: Type.Integer({ description: "Number of passages that it found." }),
  },
  { description: "One of the two searches behind a response." },
);
/** Static type of {@link ExplainedLeg}. */
export type ExplainedLeg = Static<typeof ExplainedLeg>;

/** Why candidates were removed from the results. */
export const RemovedCandidates = Type.Object(
  {
    byThreshold: Type.Integer({ description: "Number of candidates with a similarity below the threshold." }),
    bestBelowThreshold: Nullable(
      Type.Number(),
      "The highest similarity of the candidates below the threshold, 0 to 1; null if there are none.",
    ),
    byFilter: Type.Integer({
      description:
        "Number of candidates that `metadata` and `filter` exclude, found by a second search of the same depth without them. Candidates below the threshold do not count.",
    }),
    byMaxPerDocument: Type.Integer({ description: "Number of candidates beyond `maxPerDocument`." }),
    byRepetition: Type.Integer({
      description: "Number of near duplicates of a better candidate of the same document.",
    }),
    notLive: Type.Integer({
      description: "Number of candidates of documents that were just changed or deleted.",
    }),
  },
  {
    description:
      "Why candidates are not among the results. Counts over the examined candidates, a small multiple of `topK`, not over all passages of the spaces. The last three counts stop when `topK` results are found.",
  },
);
/** Static type of {@link RemovedCandidates}. */
export type RemovedCandidates = Static<typeof RemovedCandidates>;

/** How a response was computed; present with `explain: true`. */
export const QueryExplanation = Type.Object(
  {
    mode: OneOf(QUERY_MODES, { description: "The search that ran." }),
    legs: Type.Array(ExplainedLeg, { description: "The searches that ran, with their effective weights." }),
    queryTerms: Type.Array(Type.String({ description: "A word as written in the query." }), {
      description: "Distinct query words, without function words unless there are no others.",
    }),
    removed: described(
      RemovedCandidates,
      "How many candidates are not among the results, by reason. Counts over the examined candidates, a small multiple of `topK`, not over all passages of the spaces.",
    ),
    spaces: Type.Integer({ description: "Number of searched spaces." }),
  },
  { description: "How a response was computed. Present with `explain: true`." },
);
/** Static type of {@link QueryExplanation}. */
export type QueryExplanation = Static<typeof QueryExplanation>;
