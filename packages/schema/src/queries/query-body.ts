import { type Static, Type } from "@sinclair/typebox";
import { described } from "../primitives/described.ts";
import { expects } from "../primitives/expected.ts";
import { LIMITS } from "../primitives/limits.ts";
import { MetadataSchema } from "../primitives/metadata.ts";
import { OneOf } from "../primitives/one-of.ts";
import { Text } from "../primitives/text.ts";
import { QUERY_MODES } from "./query-mode.ts";

const mode =
  "How to search: `hybrid` by words and meaning, `vector` by meaning only, `lexical` by words only. Default: hybrid.";

const topK = `Maximum number of results, 1 to ${LIMITS.topKMax}. Default: ${LIMITS.topKDefault}.`;

const rerankFields = Type.Object(
  {
    candidates: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LIMITS.rerankCandidatesMax,
        description: `Number of best passages that the reranker scores, 1 to ${LIMITS.rerankCandidatesMax}. Default: ${LIMITS.rerankCandidatesDefault}.`,
      }),
    ),
  },
  { additionalProperties: false, description: "Reranks, with a number of candidates." },
);

const searchFields = {
  query: Text({
    minLength: 1,
    maxLength: LIMITS.queryMaxChars,
    description: `The question in natural language, or words to find, 1 to ${LIMITS.queryMaxChars} characters.`,
  }),
  topK: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.topKMax, description: topK })),
  threshold: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: "Minimum similarity of a result, 0 to 1. Default: 0, which excludes nothing.",
    }),
  ),
  metadata: Type.Optional(
    described(
      MetadataSchema,
      "Searches only documents whose metadata contains this JSON object, like PostgreSQL's `@>`. With `filter`, both apply. Default: all.",
    ),
  ),
  filter: Type.Optional(
    described(
      MetadataSchema,
      'Searches only documents whose metadata matches this condition, e.g. `{"year":{"$gte":2024}}`. Operators: `$and $or $not $eq $ne $gt $gte $lt $lte $in $exists`. Default: all.',
    ),
  ),
  mode: Type.Optional(OneOf(QUERY_MODES, { description: mode })),
  groupBySpace: Type.Optional(
    Type.Boolean({
      description:
        "True adds `groupedBySpace`, with the results of each searched space. `results` stays as it is. Default: false.",
    }),
  ),
  maxPerDocument: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMITS.topKMax,
      description: `Maximum number of results per document, 1 to ${LIMITS.topKMax}. Default: unlimited. Near duplicates of a better passage of the same document are never returned.`,
    }),
  ),
  explain: Type.Optional(
    Type.Boolean({
      description:
        "True adds how the response was computed: `reasoning` as text and `explanation` as data. Default: false.",
    }),
  ),
  highlight: Type.Optional(
    Type.Boolean({
      description: "True adds the positions of the query words in each result's content. Default: false.",
    }),
  ),
  neighbors: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: LIMITS.neighborsMax,
      description: `Number of chunks of the same document to add before and after each result, 0 to ${LIMITS.neighborsMax}. Default: 0.`,
    }),
  ),
  rerank: Type.Optional(
    Type.Union(
      [Type.Boolean({ description: "True reranks with the default number of candidates." }), rerankFields],
      {
        description: `True reorders the best passages with the server's reranker, \`{ candidates }\` a number of them from 1 to ${LIMITS.rerankCandidatesMax}. It takes longer and ranks better. Default: false. A server without a reranker answers 400.`,
        ...expects(
          `true or false, or { candidates } from 1 to ${LIMITS.rerankCandidatesMax} (default ${LIMITS.rerankCandidatesDefault}): the number of best passages that the server's reranker scores`,
        ),
      },
    ),
  ),
};

const spaceName = Text({ minLength: 1, maxLength: 200, description: "Id or slug of a space." });

const documentId = Type.String({
  pattern: "^doc_[0-9a-z]{1,60}$",
  description: "Id of a document.",
  ...expects("id of a document"),
});

/** Body of `POST /api/query` (interface §4.3). `limit` is an alias of `topK`. */
export const QueryBody = Type.Object(
  {
    ...searchFields,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LIMITS.topKMax,
        description: `Another name for \`topK\`, 1 to ${LIMITS.topKMax}. If both are sent, they must be equal. Default: \`topK\`.`,
      }),
    ),
    spaceIds: Type.Union(
      [
        spaceName,
        Type.Array(spaceName, {
          minItems: 1,
          maxItems: LIMITS.spaceIdsMax,
          description: "Ids or slugs of the spaces to search.",
        }),
      ],
      {
        description: `The spaces to search: an id or slug, or an array of 1 to ${LIMITS.spaceIdsMax} of them. Results of all spaces are ranked together.`,
        ...expects("a space's id or slug, or an array of 1 to 1000 of them"),
      },
    ),
    documentIds: Type.Optional(
      Type.Array(documentId, {
        minItems: 1,
        maxItems: LIMITS.documentIdsMax,
        description: `Searches only these documents of the spaces, 1 to ${LIMITS.documentIdsMax} ids. An id that is not in the spaces finds nothing. The log of questions leaves such a question out. Default: all documents.`,
        ...expects(`an array of 1 to ${LIMITS.documentIdsMax} ids of documents`),
      }),
    ),
  },
  { additionalProperties: false, description: "A question to one or more spaces." },
);
/** Static type of {@link QueryBody}. */
export type QueryBody = Static<typeof QueryBody>;

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
        description: `Maximum number of recommended spaces, 1 to ${LIMITS.topKMax}. Default: ${LIMITS.smartLimitDefault}.`,
      }),
    ),
    minRelevance: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: `Minimum \`relevanceScore\` of a recommended space, 0 to 1. Default: ${MIN_RELEVANCE}. With 0.2 nothing is returned if no space is likely to have an answer.`,
      }),
    ),
    search: Type.Optional(
      Type.Boolean({
        description:
          "True also queries the recommended spaces and adds the fields of a query response. Default: false.",
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      "A question without spaces. `limit`, `minRelevance` and `explain` apply to the recommendations; with `search`, the other fields apply to the query of the recommended spaces.",
  },
);
/** Static type of {@link SmartQueryBody}. */
export type SmartQueryBody = Static<typeof SmartQueryBody>;
