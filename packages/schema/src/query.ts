import { type Static, Type } from "@sinclair/typebox";
import { LIMITS } from "./limits.ts";
import { MetadataSchema } from "./metadata.ts";
import { OneOf } from "./one-of.ts";
import { ItemExplanation, QueryExplanation } from "./query-explanation.ts";
import { QUERY_MODES } from "./query-mode.ts";
import { Highlight, Neighbors } from "./result-parts.ts";
import { Text } from "./text.ts";

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
        "most results of one document, default as many as there are. Passages of a document that repeat a better one all but word for word are never results",
    }),
  ),
  explain: Type.Optional(
    Type.Boolean({
      description: "adds how the answer came about: reasoning in words, explanation in figures",
    }),
  ),
  highlight: Type.Optional(
    Type.Boolean({ description: "adds to each result where the question's words stand in its content" }),
  ),
  neighbors: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: LIMITS.neighborsMax,
      description: "adds so many chunks before and after each result, of the same document",
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
        description: `true or false, or { candidates } from 1 to ${LIMITS.rerankCandidatesMax} (standard ${LIMITS.rerankCandidatesDefault}): how many of the best passages the server's reranker reads again`,
      },
    ),
  ),
};

const spaceName = Text({ minLength: 1, maxLength: 200 });

/** Body of `POST /api/query` (interface §4.3). `limit` is another name of `topK`. */
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
 * The parts of a similarity. Each is null where the leg did not run or did not find the chunk. `rerank` is there when
 * reranking was asked for: the reranker's own score, null for what it did not read.
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
  metadata: MetadataSchema,
  highlights: Type.Optional(Type.Array(Highlight, { description: "sorted and disjoint; only on highlight" })),
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
 * Said when an answer was made without a part of what it should have: `lexical` without vectors, `unreranked` without the
 * reranker that was asked for. With both troubles it is `lexical`, `reason` names both, and `reranked` is missing.
 */
export const Degraded = Type.Object({
  mode: OneOf(["lexical", "unreranked"]),
  reason: Type.String(),
});
/** Static type of {@link Degraded}. */
export type Degraded = Static<typeof Degraded>;

/** Said when results stand in a reranker's order: which model it was, and how many passages it read. */
export const Reranked = Type.Object({ model: Type.String(), candidates: Type.Integer() });
/** Static type of {@link Reranked}. */
export type Reranked = Static<typeof Reranked>;

/** Answer of `POST /api/query`. */
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

/** A space that is less relevant is not recommended, unless the question says otherwise. */
export const MIN_RELEVANCE = 0.001;

/** Body of `POST /api/query/smart`. With `search: true` the other fields are those of the query that follows. */
export const SmartQueryBody = Type.Object(
  {
    ...searchFields,
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LIMITS.topKMax, description: "recommendations, default 5" }),
    ),
    minRelevance: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: `minimum relevanceScore, default ${MIN_RELEVANCE}; 0.2 keeps quiet where no space is likely to answer`,
      }),
    ),
    search: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
/** Static type of {@link SmartQueryBody}. */
export type SmartQueryBody = Static<typeof SmartQueryBody>;

/** What a recommendation rests on; said on `explain: true`. */
export const RecommendationEvidence = Type.Object({
  description: Type.Number({
    minimum: 0,
    maximum: 1,
    description: "relevance by the space's name and description alone",
  }),
  vocabulary: Type.Number({
    description:
      "mean log-likelihood ratio of the question's words in the space against in all spaces; above 0 speaks for it",
  }),
  bestPassage: Type.Number({
    minimum: 0,
    description:
      "word evidence of the space's best passage, as `scores.lexical` of a result; 0 when none was found",
  }),
});

/** A space worth asking (interface §2.5). */
export const Recommendation = Type.Object({
  spaceId: Type.String(),
  name: Type.String(),
  description: Type.String(),
  relevanceScore: Type.Number({
    minimum: 0,
    maximum: 1,
    description: `how likely the space answers; below ${MIN_RELEVANCE} (or minRelevance) a space is not recommended`,
  }),
  reason: Type.String({ description: "in plain words" }),
  evidence: Type.Optional(RecommendationEvidence),
});
/** Static type of {@link Recommendation}. */
export type Recommendation = Static<typeof Recommendation>;

/** Answer of `POST /api/query/smart`; the query's fields are there when `search` was true. */
export const SmartQueryResponse = Type.Object({
  recommendations: Type.Array(Recommendation),
  ...Type.Partial(QueryResponse).properties,
});
/** Static type of {@link SmartQueryResponse}. */
export type SmartQueryResponse = Static<typeof SmartQueryResponse>;
