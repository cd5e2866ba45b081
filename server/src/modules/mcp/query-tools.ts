import { LIMITS, QueryBody, Recommendation, SmartQueryBody } from "@quarry/schema";
import { Type } from "@sinclair/typebox";
import { lines, oneLine } from "./markdown.ts";
import { answerOf, passageFields } from "./passages.ts";
import { ANNOTATIONS, defineTool } from "./tool.ts";

/** Fewer than over HTTP: a model reads all of them. */
const STANDARD_PASSAGES = 8;
const MAX_RECOMMENDATIONS = 20;

const { query: _query, metadata: _metadata, filter: _filter, ...others } = QueryBody.properties;

const searchFields = {
  query: { ..._query, description: "the question in natural language, with the terms that matter" },
  topK: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMITS.topKMax,
      default: STANDARD_PASSAGES,
      description: "how many passages",
    }),
  ),
  threshold: others.threshold,
  mode: others.mode,
  metadata: {
    ..._metadata,
    description: 'only documents whose metadata contains all of this, e.g. {"team":"sales"}',
  },
  filter: {
    ..._filter,
    description:
      'a richer filter of the documents\' metadata, with $and $or $not $eq $ne $gt $gte $lt $lte $in $exists, e.g. {"year":{"$gte":2024}}',
  },
  maxPerDocument: others.maxPerDocument,
  rerank: Type.Optional(
    Type.Boolean({ description: "true has a model read the best passages again; not every server can" }),
  ),
};

const querySpaces = defineTool({
  name: "query_spaces",
  title: "Ask spaces",
  description:
    "Finds the passages that answer a question in the spaces that you name, ranked over all of them. Use it when you know the spaces; otherwise smart_query finds them. Cite filename and page of what you use. Read on around a passage with get_document from its offset.",
  permission: "queries:read",
  annotations: ANNOTATIONS.reads,
  input: Type.Object({ ...searchFields, spaceIds: others.spaceIds }, { additionalProperties: false }),
  output: Type.Object(passageFields),
  async run({ topK = STANDARD_PASSAGES, ...body }, { caller, services }) {
    return answerOf(await services.queries.query(caller, { ...body, topK }));
  },
});

const smartQuery = defineTool({
  name: "smart_query",
  title: "Find and ask the right spaces",
  description:
    "Start here to answer a question: it finds the spaces that are likely to answer, says why, and searches them for the best passages in the same call. Cite filename and page of what you use. Afterwards query_spaces asks more of the same spaces, and get_document reads on from a passage's offset.",
  permission: "queries:read",
  annotations: ANNOTATIONS.reads,
  input: Type.Object(
    {
      ...searchFields,
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_RECOMMENDATIONS,
          default: LIMITS.smartLimitDefault,
          description: "how many spaces",
        }),
      ),
      minRelevance: SmartQueryBody.properties.minRelevance,
      search: Type.Optional(
        Type.Boolean({ default: true, description: "false recommends spaces and searches none" }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    recommendations: Type.Array(Type.Omit(Recommendation, ["evidence"]), {
      description: "spaces, the likeliest first",
    }),
    ...Type.Partial(Type.Object(passageFields)).properties,
  }),
  async run({ topK = STANDARD_PASSAGES, search = true, ...body }, { caller, services }) {
    const answer = await services.smartQueries.smartQuery(caller, { ...body, topK, search });
    const { recommendations } = answer;
    const found = search ? answerOf(answer) : undefined;
    const text = lines(
      recommendations.length === 0
        ? "No space is likely to answer. list_spaces shows all that there are."
        : "Spaces that are likely to answer:",
      ...recommendations.map(
        ({ name, spaceId, relevanceScore, reason }) =>
          `- **${oneLine(name)}** (${spaceId}), relevance ${relevanceScore.toFixed(3)}: ${oneLine(reason)}`,
      ),
      search || recommendations.length === 0 ? "" : "Ask them with query_spaces.",
      found && recommendations.length > 0 ? `\n${found.text}` : "",
    );
    return { data: { recommendations, ...found?.data }, text };
  },
});

/** Tools of questions. */
export const QUERY_TOOLS = [querySpaces, smartQuery];
