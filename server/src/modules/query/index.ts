import {
  QueryBatchBody,
  QueryBatchResponse,
  QueryBody,
  QueryResponse,
  SmartQueryBody,
  SmartQueryResponse,
} from "@quarry/schema";
import type { TSchema } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Authorization } from "../../platform/http/authorization.ts";
import { jsonAnswer, plainAnswer } from "../../platform/http/one-piece.ts";
import { readJsonBody } from "../../platform/http/request-body.ts";
import type { Mount } from "../../platform/http/responses.ts";
import { bodyCheck } from "../../platform/http/validation-details.ts";
import { createTimings, timedSync } from "../../platform/timings.ts";
import { queryBatch } from "../../retrieve/query-batch.ts";
import type { QueryService } from "../../retrieve/query-service.ts";
import type { SmartQueryService } from "../../retrieve/route/smart-query-service.ts";
import { createAnswerJson } from "./answer-json.ts";

const checkQuery = bodyCheck(QueryBody);
const checkQueryBatch = bodyCheck(QueryBatchBody);
const checkSmartQuery = bodyCheck(SmartQueryBody);

/** Routes for queries. They read the body themselves: the router's way of reading one takes a third of the processor time. */
export function queryRoutes(
  auth: Authorization,
  { queries, smartQueries }: { queries: QueryService; smartQueries: SmartQueryService },
  { prefix, describe, responses }: Mount,
) {
  const toJson = createAnswerJson();
  return new Elysia({ prefix })
    .use(auth)
    .derive(() => ({ timings: createTimings(), hasOwnJson: true }))
    .mapResponse((context) => {
      const { responseValue, set, timings } = context;
      if (!isAnswer(responseValue)) return plainAnswer(context);
      const json = timedSync(timings, "answer", () => toJson(responseValue));
      return jsonAnswer(set, json, { "server-timing": timings.header() });
    })
    .post(
      "/query",
      async ({ caller, keyMs, maxBytes, request, timings }) => {
        timings.add("key", keyMs);
        const body = checkQuery(await readJsonBody(request, maxBytes));
        return queries.query(caller, body, { timings, signal: () => request.signal });
      },
      {
        door: { permission: "queries:read", body: "question", cost: "question" },
        response: responses({ 200: QueryResponse }),
        detail: {
          ...describe("query", "Search one or more spaces; returns ranked passages"),
          requestBody: bodyOf(QueryBody),
        },
      },
    )
    .post(
      "/query/batch",
      async ({ caller, maxBytes, request }) => {
        const body = checkQueryBatch(await readJsonBody(request, maxBytes));
        return queryBatch(queries, caller, body, () => request.signal);
      },
      {
        door: { permission: "queries:read", body: "question", cost: "question" },
        response: responses({ 200: QueryBatchResponse }),
        detail: {
          ...describe("queryBatch", "Ask several questions in one call"),
          requestBody: bodyOf(QueryBatchBody),
        },
      },
    )
    .post(
      "/query/smart",
      async ({ caller, keyMs, maxBytes, request, timings }) => {
        timings.add("key", keyMs);
        const body = checkSmartQuery(await readJsonBody(request, maxBytes));
        return smartQueries.smartQuery(caller, body, { timings, signal: () => request.signal });
      },
      {
        door: { permission: "queries:read", body: "question", cost: "question" },
        response: responses({ 200: SmartQueryResponse }),
        detail: {
          ...describe("smartQuery", "Recommend spaces for a question, and with search also search them"),
          requestBody: bodyOf(SmartQueryBody),
        },
      },
    );
}

function isAnswer(value: unknown): value is QueryResponse | SmartQueryResponse {
  return typeof value === "object" && value !== null && ("results" in value || "recommendations" in value);
}

function bodyOf(schema: TSchema) {
  return { content: { "application/json": { schema } }, required: true };
}
