import { type Static, Type } from "@sinclair/typebox";
import { LIMITS } from "../primitives/limits.ts";
import { MetadataSchema } from "../primitives/metadata.ts";
import { OneOf } from "../primitives/one-of.ts";
import { Text } from "../primitives/text.ts";
import { PassageMetadata } from "./passage-metadata.ts";
import { ItemExplanation, QueryExplanation } from "./query-explanation.ts";
import { QUERY_MODES } from "./query-mode.ts";
import { Highlight, Neighbors } from "./result-parts.ts";

const searchFields = {
  query: Text({ minLength: 1, maxLength: LIMITS.queryMaxChars }),
  topK: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.topKMax, description: "default 10" })),
  threshold: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: "minimum similarity, default 0" }),
  ),
  metadata: Type.Optional(MetadataSchema),
  filter: Type.Optional(MetadataSchema),
  mode: Type.Optional(OneOf(QUERY_MODES)),
  groupBySpace: Type.Optional(Type.Boolean()),
  maxPerDocument: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMITS.topKMax,
      description:
        "maximum number of results per document, default unlimited. Near duplicates of a better passage of the same document are never returned",
    }),
  ),
  explain: Type.Optional(
    Type.Boolean({
      description: "adds how the response was computed: `reasoning` as text and `explanation` as data",
    }),
  ),
  highlight: Type.Optional(
    Type.Boolean({ description: "adds the positions of the query words in each result's content" }),
  ),
  neighbors: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: LIMITS.neighborsMax,
      description: "number of chunks of the same document to add before and after each result",
    }),
  ),
  rerank: Type.Optional(
    Type.Union(
      [
        Type.Boolean(),
        Type.Object(
          {
            candidates: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.rerankCandidatesMax })),
          },
          { additionalProperties: false },
        ),
      ],
      {
        description: `true or false, or { candidates } from 1 to ${LIMITS.rerankCandidatesMax} (default ${LIMITS.rerankCandidatesDefault}): the number of best passages that the server's reranker scores`,
      },
    ),
  ),
};

const spaceName = Text({ minLength: 1, maxLength: 200 });

/** Body of `POST /api/query` (interface §4.3). `limit` is an alias of `topK`. */
export const QueryBody = Type.Object(
  {
    ...searchFields,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.topKMax })),
    spaceIds: Type.Union([spaceName, Type.Array(spaceName, { minItems: 1, maxItems: LIMITS.spaceIdsMax })], {
      description: "a space's id or slug, or an array of 1 to 1000 of them",
    }),
  },
  { additionalProperties: false },
);
/** Static type of {@link QueryBody}. */
export type QueryBody = Static<typeof QueryBody>;

/**
 * The scores behind a similarity. A score is null if the search did not run or did not find the chunk. `rerank` is present
 * if reranking was requested: the reranker's own score, or null if it did not score the chunk.
 */
export const Scores = Type.Object({
  lexical: Type.Union([Type.Number(), Type.Null()]),
  vector: Type.Union([Type.Number(), Type.Null()]),
  rerank: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
});

/** A ranked passage (interface §2.3). */
export const ResultItem = Type.Object({
  chunk: Type.Object({ id: Type.String(), content: Type.String(), chunkIndex: Type.Integer() }),
  document: Type.Object({ id: Type.String(), filename: Type.String(), metadata: MetadataSchema }),
  space: Type.Object({ id: Type.String(), name: Type.String(), description: Type.String() }),
  similarity: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()]),
  scores: Scores,
  metadata: PassageMetadata,
  highlights: Type.Optional(
    Type.Array(Highlight, { description: "sorted and disjoint; present with highlight" }),
  ),
  neighbors: Type.Optional(Neighbors),
  explanation: Type.Optional(ItemExplanation),
});
/** Static type of {@link ResultItem}. */
export type ResultItem = Static<typeof ResultItem>;

/** The results of one space. */
export const SpaceGroup = Type.Object({
  space: ResultItem.properties.space,
  chunks: Type.Array(ResultItem),
  totalMatches: Type.Integer(),
});
/** Static type of {@link SpaceGroup}. */
export type SpaceGroup = Static<typeof SpaceGroup>;

/**
 * Present if a part of the query failed: `lexical` means without vector search, `unreranked` without the requested
 * reranking. If both failed, it is `lexical`, `reason` names both, and `reranked` is missing.
 */
export const Degraded = Type.Object({
  mode: OneOf(["lexical", "unreranked"]),
  reason: Type.String(),
});
/** Static type of {@link Degraded}. */
export type Degraded = Static<typeof Degraded>;

/** Present if the results were reranked: the model, and the number of passages that it scored. */
export const Reranked = Type.Object({ model: Type.String(), candidates: Type.Integer() });
/** Static type of {@link Reranked}. */
export type Reranked = Static<typeof Reranked>;

/** Response of `POST /api/query`. */
export const QueryResponse = Type.Object({
  results: Type.Array(ResultItem),
  totalResults: Type.Integer(),
  groupedBySpace: Type.Optional(Type.Record(Type.String(), SpaceGroup)),
  reasoning: Type.Optional(Type.String()),
  reranked: Type.Optional(Reranked),
  explanation: Type.Optional(QueryExplanation),
  degraded: Type.Optional(Degraded),
});
/** Static type of {@link QueryResponse}. */
export type QueryResponse = Static<typeof QueryResponse>;

/** The default minimum relevance of recommended spaces. */
export const MIN_RELEVANCE = 0.001;

/** Body of `POST /api/query/smart`. With `search: true` the other fields apply to the query of the recommended spaces. */
export const SmartQueryBody = Type.Object(
  {
    ...searchFields,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LIMITS.topKMax,
        description: "maximum number of recommendations, default 5",
      }),
    ),
    minRelevance: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: `minimum relevanceScore, default ${MIN_RELEVANCE}; 0.2 returns nothing if no space is likely to have an answer`,
      }),
    ),
    search: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
/** Static type of {@link SmartQueryBody}. */
export type SmartQueryBody = Static<typeof SmartQueryBody>;

/** The evidence for a recommendation; present with `explain: true`. */
export const RecommendationEvidence = Type.Object({
  description: Type.Number({
    minimum: 0,
    maximum: 1,
    description: "relevance of the space's name and description",
  }),
  vocabulary: Type.Number({
    description:
      "mean log-likelihood ratio of the query words in this space versus all spaces; values above 0 favor the space",
  }),
  bestPassage: Type.Number({
    minimum: 0,
    description:
      "lexical score of the space's best passage, comparable to `scores.lexical` of a result; 0 if none was found",
  }),
});

/** A recommended space (interface §2.5). */
export const Recommendation = Type.Object({
  spaceId: Type.String(),
  name: Type.String(),
  description: Type.String(),
  relevanceScore: Type.Number({
    minimum: 0,
    maximum: 1,
    description: `probability that the space has an answer; spaces below ${MIN_RELEVANCE} (or minRelevance) are not recommended`,
  }),
  reason: Type.String({ description: "explanation as text" }),
  evidence: Type.Optional(RecommendationEvidence),
});
/** Static type of {@link Recommendation}. */
export type Recommendation = Static<typeof Recommendation>;

/** Response of `POST /api/query/smart`. The fields of a query response are present with `search: true`. */
export const SmartQueryResponse = Type.Object({
  recommendations: Type.Array(Recommendation),
  ...Type.Partial(QueryResponse).properties,
});
/** Static type of {@link SmartQueryResponse}. */
export type SmartQueryResponse = Static<typeof SmartQueryResponse>;
