import { LIMITS, Text } from "@quarry/schema";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Authorization } from "../../platform/http/authorization.ts";
import type { QueryService } from "../../retrieve/query-service.ts";
import { MetadataCondition, toConditionFilter } from "./condition-filter.ts";

/** The endpoint to enter in Dify, which appends `/retrieval`. */
export const DIFY_PREFIX = "/dify";

/** Body of a retrieval. */
export const RetrievalBody = Type.Object(
  {
    knowledge_id: Text({ minLength: 1, maxLength: 200, description: "id or slug of a space" }),
    query: Text({ minLength: 1, maxLength: LIMITS.queryMaxChars }),
    retrieval_setting: Type.Optional(
      Type.Object({
        top_k: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.topKMax })),
        score_threshold: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()])),
      }),
    ),
    metadata_condition: Type.Optional(Type.Union([MetadataCondition, Type.Null()])),
  },
  { additionalProperties: true },
);

/** Dify's external knowledge API. Its contract is Dify's, so it is not in Quarry's description. */
export function difyRoutes(auth: Authorization, queries: QueryService) {
  return new Elysia({ prefix: DIFY_PREFIX }).use(auth).post(
    "/retrieval",
    async ({
      caller,
      request,
      body: { knowledge_id, query, retrieval_setting = {}, metadata_condition },
    }) => {
      const question = {
        query,
        spaceIds: knowledge_id,
        topK: retrieval_setting.top_k ?? LIMITS.topKDefault,
        threshold: retrieval_setting.score_threshold ?? 0,
        ...(metadata_condition ? { filter: toConditionFilter(metadata_condition) } : {}),
      };
      const { results } = await queries.query(caller, question, { signal: () => request.signal });
      return {
        records: results.map(({ chunk, document, similarity, metadata }) => ({
          content: chunk.content,
          score: similarity ?? 0,
          title: document.filename,
          // Dify fails on null.
          metadata: { ...document.metadata, document_id: document.id, place: metadata },
        })),
      };
    },
    {
      door: { permission: "queries:read", body: "json", cost: "question" },
      body: RetrievalBody,
      detail: { hide: true },
    },
  );
}
