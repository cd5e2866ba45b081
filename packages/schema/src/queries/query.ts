import { type Static, Type } from "@sinclair/typebox";
import { described, Nullable } from "../primitives/described.ts";
import { MetadataSchema } from "../primitives/metadata.ts";
import { OneOf } from "../primitives/one-of.ts";
import { NoResults } from "./no-results.ts";
import { PassageMetadata } from "./passage-metadata.ts";
import { Place } from "./place.ts";
import { ItemExplanation, QueryExplanation } from "./query-explanation.ts";
import { Highlight, Neighbors } from "./result-parts.ts";

/**
 * The scores behind a similarity. A score is null if the search did not run or did not find the chunk. `rerank` is present
 * if reranking was requested: the reranker's own score, or null if it did not score the chunk.
 */
export const Scores = Type.Object(
  {
    lexical: Nullable(
      Type.Number(),
      "Score of lexical search, from 0. Null if it did not run or did not find the chunk.",
    ),
    vector: Nullable(
      Type.Number(),
      "Score of vector search, 0 to 1. Null if it did not run or did not find the chunk.",
    ),
    rerank: Type.Optional(
      Nullable(
        Type.Number(),
        "The reranker's score, 0 to 1. Present if reranking was requested; null if it did not score the chunk.",
      ),
    ),
  },
  { description: "The scores behind a similarity. They compare results of one response only." },
);

/** A ranked passage (interface §2.3). */
export const QueryResult = Type.Object(
  {
    chunk: Type.Object(
      {
        id: Type.String({ description: "Id of the chunk. It changes when its text changes." }),
        content: Type.String({ description: "Text of the passage." }),
        chunkIndex: Type.Integer({ description: "0-based position in the document." }),
      },
      { description: "The passage." },
    ),
    document: Type.Object(
      {
        id: Type.String({ description: "Id of the document." }),
        filename: Type.String({ description: "Filename of the document." }),
        metadata: described(MetadataSchema, "The document's metadata."),
      },
      { description: "The document that contains the passage." },
    ),
    space: Type.Object(
      {
        id: Type.String({ description: "Id of the space." }),
        name: Type.String({ description: "Name of the space." }),
        description: Type.String({ description: "What the space contains." }),
      },
      { description: "The space that contains the document." },
    ),
    similarity: Nullable(
      Type.Number({ minimum: 0, maximum: 1 }),
      "How well the passage answers the query, 0 to 1. Results are in descending order, and values compare across spaces. Null if the passage was not scored.",
    ),
    scores: described(Scores, "The scores behind `similarity`. They compare results of one response only."),
    place: described(
      Place,
      "Where the passage is in its document: page, headings, offsets, and for PDFs and pictures rectangles.",
    ),
    metadata: described(
      PassageMetadata,
      "The chunk's metadata: the same fields as `place`. Prefer `place`, which is typed.",
    ),
    highlights: Type.Optional(
      Type.Array(Highlight, {
        description: "Places of the query words, sorted and disjoint. Present with `highlight`.",
      }),
    ),
    neighbors: Type.Optional(
      described(Neighbors, "The chunks around the passage. Present with `neighbors`."),
    ),
    explanation: Type.Optional(
      described(ItemExplanation, "Why the passage has its rank. Present with `explain`."),
    ),
  },
  { description: "A ranked passage, with its document, its space and its place." },
);
/** Static type of {@link QueryResult}. */
export type QueryResult = Static<typeof QueryResult>;
/**
 * The former name of {@link QueryResult}.
 * @deprecated Use {@link QueryResult}.
 */
export type ResultItem = QueryResult;

/** The results of one space. */
export const SpaceGroup = Type.Object(
  {
    space: QueryResult.properties.space,
    chunks: Type.Array(QueryResult, { description: "The results of this space, best first." }),
    totalMatches: Type.Integer({ description: "Number of results of this space; may be 0." }),
  },
  { description: "The results of one space." },
);
/** Static type of {@link SpaceGroup}. */
export type SpaceGroup = Static<typeof SpaceGroup>;

/**
 * Present if a part of the query failed: `lexical` means without vector search, `unreranked` without the requested
 * reranking. If both failed, it is `lexical`, `reason` names both, and `reranked` is missing.
 */
export const Degraded = Type.Object(
  {
    mode: OneOf(["lexical", "unreranked"], {
      description:
        "`lexical`: without vector search, and without reranking if it was requested. `unreranked`: without the requested reranking.",
    }),
    reason: Type.String({ description: "What failed, for people." }),
  },
  { description: "Which part of the query failed, when the response was computed without it." },
);
/** Static type of {@link Degraded}. */
export type Degraded = Static<typeof Degraded>;

/** Present if the results were reranked: the model, and the number of passages that it scored. */
export const Reranked = Type.Object(
  {
    model: Type.String({ description: "Name of the reranking model." }),
    candidates: Type.Integer({ description: "Number of passages that it scored." }),
  },
  { description: "How the results were reranked." },
);
/** Static type of {@link Reranked}. */
export type Reranked = Static<typeof Reranked>;

/** Response of `POST /api/query`. */
export const QueryResponse = Type.Object(
  {
    results: Type.Array(QueryResult, {
      description: "The passages of all searched spaces in one ranking, best first.",
    }),
    totalResults: Type.Integer({ description: "Number of items in `results`." }),
    groupedBySpace: Type.Optional(
      Type.Record(Type.String(), SpaceGroup, {
        description:
          "The results of each searched space by its id, including spaces without results. Present with `groupBySpace`.",
      }),
    ),
    reasoning: Type.Optional(
      Type.String({
        description:
          "Which spaces were searched, how, and why the first result won, as text. Present with `explain`.",
      }),
    ),
    reranked: Type.Optional(described(Reranked, "How the results were reranked. Present if they were.")),
    explanation: Type.Optional(
      described(QueryExplanation, "How the response was computed, as data. Present with `explain`."),
    ),
    noResults: Type.Optional(
      described(NoResults, "Why there are no results, and what to do. Present if `results` is empty."),
    ),
    degraded: Type.Optional(
      described(Degraded, "Present if a part of the query failed and the response was computed without it."),
    ),
  },
  { description: "Ranked passages." },
);
/** Static type of {@link QueryResponse}. */
export type QueryResponse = Static<typeof QueryResponse>;
