import { result, SPACE, space } from "../examples.ts";
import type { OperationReferences } from "../operation.ts";

const QUESTION = "How many days of leave do I have?";

/** The operations of queries. */
export const QUERY_OPERATIONS: OperationReferences = {
  query: {
    needs: "queries:read",
    description:
      "Searches one or more spaces and returns the passages that answer the question best, ranked together across the spaces. Only COMPLETED documents are searched. It returns passages, not a generated answer. Without a `threshold` the best passages are returned even if none answers the question; read `similarity`. An empty answer says why in `noResults`.",
    request: { body: { query: QUESTION, spaceIds: [SPACE], topK: 5 } },
    answer: { results: [result], totalResults: 1 },
  },
  queryBatch: {
    needs: "queries:read",
    description:
      "Answers 1 to 20 questions in one call, e.g. the parts of a longer question. Each is a question of `POST /api/query` with its own spaces and options, and takes as much of the organization's share of questions; the call counts once against the rate limit. The answers are not merged. If a question fails, the call fails with its error, whose message gives the question's number.",
    request: {
      body: {
        queries: [
          { query: QUESTION, spaceIds: [SPACE], topK: 3 },
          { query: "How do I ask for leave?", spaceIds: [SPACE], topK: 3 },
        ],
      },
    },
    answer: {
      answers: [
        { results: [result], totalResults: 1 },
        { results: [result], totalResults: 1 },
      ],
    },
  },
  smartQuery: {
    needs: "queries:read",
    description:
      "Recommends the spaces that are likely to answer a question, by their names, descriptions and contents. With `search: true` it also queries them and returns passages in the same call. No space is returned below `minRelevance`. It uses no language model.",
    request: { body: { query: QUESTION, limit: 3, search: true, topK: 5 } },
    answer: {
      recommendations: [
        {
          spaceId: space.id,
          name: space.name,
          description: space.description,
          relevanceScore: 0.94,
          reason: 'Its passages hold "days" and "leave"; its name or description mentions "leave".',
        },
      ],
      results: [result],
      totalResults: 1,
    },
  },
};
