import { LIMITS, QueryBody, Recommendation, SmartQueryBody } from "@quarry/schema";
import { Type } from "@sinclair/typebox";
import { bytesOf, MAX_ANSWER_BYTES, MAX_ASKED_BYTES } from "./answer-size.ts";
import { lines, oneLine } from "./markdown.ts";
import { answerOf, passageFields } from "./passages.ts";
import { ANNOTATIONS, defineTool } from "./tool.ts";

/** Fewer than over HTTP, because a model reads all of them. */
const DEFAULT_PASSAGES = 8;
const MAX_RECOMMENDATIONS = 20;
/** For passages, however long the recommendations are. */
const LEAST_PASSAGE_BYTES = 2000;

const { query: _query, metadata: _metadata, filter: _filter, ...others } = QueryBody.properties;

const searchFields = {
  query: { ..._query, description: "the question in natural language, including the important terms" },
  topK: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMITS.topKMax,
      default: DEFAULT_PASSAGES,
      description: "number of passages",
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
      'a richer filter on the documents\' metadata, with $and $or $not $eq $ne $gt $gte $lt $lte $in $exists, e.g. {"year":{"$gte":2024}}',
  },
  maxPerDocument: others.maxPerDocument,
  maxBytes: Type.Optional(
    Type.Integer({
      minimum: 1000,
      maximum: MAX_ASKED_BYTES,
      default: MAX_ANSWER_BYTES,
      description: "size of the answer; what does not fit is counted",
    }),
  ),
  rerank: Type.Optional(
    Type.Boolean({ description: "true reranks the best passages with a model; not every server has one" }),
  ),
};

const querySpaces = defineTool({
  name: "query_spaces",
  title: "Query spaces",
  description:
    "Finds the passages that answer a question in the given spaces, ranked across all of them. Use it when you know the spaces; otherwise smart_query finds them. Cite the filename, the page and the url of what you use. To read the text around a passage, call get_document with its offset.",
  permission: "queries:read",
  annotations: ANNOTATIONS.reads,
  input: Type.Object({ ...searchFields, spaceIds: others.spaceIds }, { additionalProperties: false }),
  output: Type.Object(passageFields),
  async run({ topK = DEFAULT_PASSAGES, maxBytes, ...body }, { caller, services, form, publicUrl, signal }) {
    const answer = await services.queries.query(caller, { ...body, topK }, { signal });
    return answerOf(answer, { form, publicUrl, maxBytes });
  },
});

const smartQuery = defineTool({
  name: "smart_query",
  title: "Find and query the right spaces",
  description:
    "Start here to answer a question: it finds the spaces that are likely to answer, gives the reasons, and returns their best passages in the same call. Cite the filename, the page and the url of what you use. For further questions to the same spaces, call query_spaces; to read the text around a passage, call get_document with its offset.",
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
          description: "number of spaces",
        }),
      ),
      minRelevance: SmartQueryBody.properties.minRelevance,
      search: Type.Optional(
        Type.Boolean({ default: true, description: "false recommends spaces without searching them" }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    recommendations: Type.Array(Type.Omit(Recommendation, ["evidence"]), {
      description: "spaces, most likely first",
    }),
    ...Type.Partial(Type.Object(passageFields)).properties,
  }),
  async run(
    { topK = DEFAULT_PASSAGES, search = true, maxBytes = MAX_ANSWER_BYTES, ...body },
    { caller, services, form, publicUrl, signal },
  ) {
    const answer = await services.smartQueries.smartQuery(caller, { ...body, topK, search }, { signal });
    const { recommendations } = answer;
    const left = Math.max(LEAST_PASSAGE_BYTES, maxBytes - bytesOf(recommendations));
    const found = search ? answerOf(answer, { form, publicUrl, maxBytes: left }) : undefined;
    const text = lines(
      recommendations.length === 0
        ? "No space is likely to answer. list_spaces shows all spaces."
        : "Spaces that are likely to answer:",
      ...recommendations.map(
        ({ name, spaceId, relevanceScore, reason }) =>
          `- **${oneLine(name)}** (${spaceId}), relevance ${relevanceScore.toFixed(3)}: ${oneLine(reason)}`,
      ),
      search || recommendations.length === 0 ? "" : "Search them with query_spaces.",
      found && recommendations.length > 0 ? `\n${found.text}` : "",
    );
    return { data: { recommendations, ...found?.data }, text };
  },
});

/** Tools that search. */
export const QUERY_TOOLS = [querySpaces, smartQuery];
