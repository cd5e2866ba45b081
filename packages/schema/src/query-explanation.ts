import { type Static, Type } from "@sinclair/typebox";
import { OneOf } from "./one-of.ts";
import { QUERY_MODES } from "./query-mode.ts";

/** How a word of the question was found in a passage. */
export const MATCH_KINDS = ["word", "joined", "typo", "context"] as const;
/** One way in which a word was found. */
export type MatchKind = (typeof MATCH_KINDS)[number];

/** A word of the question that a passage has. */
export const MatchedTerm = Type.Object({
  term: Type.String({ description: "as the question wrote it, first" }),
  matched: Type.Array(Type.String(), { description: "as the passage wrote it, each way once" }),
  how: OneOf(
    MATCH_KINDS,
    ": the same word or another form of it; written in one or apart (well-known, wellknown); one letter away; not in the passage itself but in its title, headings, file name or table header",
  ),
});
/** Static type of {@link MatchedTerm}. */
export type MatchedTerm = Static<typeof MatchedTerm>;

/** Why a passage is where it is among the results. */
export const ItemExplanation = Type.Object({
  terms: Type.Array(MatchedTerm, {
    description: "words of the question that the passage has, without function words",
  }),
  missing: Type.Array(Type.String(), {
    description: "words of the question that it lacks; parts of them may be there and count a little",
  }),
  contributions: Type.Object(
    { lexical: Type.Number(), vector: Type.Number() },
    {
      description:
        "what words and vectors add to the combined strength, weights counted; the similarity is read from their sum. Where the vectors did not bring the passage, the most that they could have said",
    },
  ),
});
/** Static type of {@link ItemExplanation}. */
export type ItemExplanation = Static<typeof ItemExplanation>;

/** One of the searches that an answer is made of. */
export const ExplainedLeg = Type.Object({
  name: OneOf(["lexical", "vector"]),
  weight: Type.Number({ minimum: 0, maximum: 1, description: "share of the combined strength" }),
  model: Type.Optional(Type.String({ description: "the embedding model of a vector leg" })),
  candidates: Type.Integer({ description: "passages that it brought" }),
});
/** Static type of {@link ExplainedLeg}. */
export type ExplainedLeg = Static<typeof ExplainedLeg>;

/** What became of the candidates that are no results. */
export const RemovedCandidates = Type.Object(
  {
    byThreshold: Type.Integer({ description: "whose similarity is below the threshold" }),
    bestBelowThreshold: Type.Union([Type.Number(), Type.Null()], {
      description: "the highest similarity of these",
    }),
    byFilter: Type.Integer({
      description:
        "that metadata and filter keep out, found by another search without them, as deep; those below the threshold are not counted",
    }),
    byMaxPerDocument: Type.Integer({ description: "beyond maxPerDocument" }),
    byRepetition: Type.Integer({
      description: "that say the same as a better one of the same document, all but word for word",
    }),
    notLive: Type.Integer({ description: "of documents that were changed or deleted a moment ago" }),
  },
  {
    description:
      "Counted among the candidates that were looked at, which are a few times topK: not among all passages of the spaces. The last three stop counting when topK results are found",
  },
);
/** Static type of {@link RemovedCandidates}. */
export type RemovedCandidates = Static<typeof RemovedCandidates>;

/** How an answer came about; with `explain: true`. */
export const QueryExplanation = Type.Object({
  mode: OneOf(QUERY_MODES),
  legs: Type.Array(ExplainedLeg, { description: "those that ran; their weights are what they counted" }),
  queryTerms: Type.Array(Type.String(), {
    description:
      "different words of the question as it wrote them, without function words unless there are no others",
  }),
  removed: RemovedCandidates,
  spaces: Type.Integer({ description: "spaces that were searched" }),
});
/** Static type of {@link QueryExplanation}. */
export type QueryExplanation = Static<typeof QueryExplanation>;
