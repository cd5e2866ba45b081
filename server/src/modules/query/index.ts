import { QueryBody, QueryResponse, SmartQueryBody, SmartQueryResponse } from "@quarry/schema";
import { Elysia } from "elysia";
import type { Authorization } from "../../platform/http/authorization.ts";
import { type Mount, responses } from "../../platform/http/responses.ts";
import type { QueryService } from "../../retrieve/query-service.ts";
import type { SmartQueryService } from "../../retrieve/route/smart-query-service.ts";

/** Routes for queries. */
export function queryRoutes(
  auth: Authorization,
  { queries, smartQueries }: { queries: QueryService; smartQueries: SmartQueryService },
  { prefix, describe }: Mount,
) {
  return new Elysia({ prefix })
    .use(auth)
    .post("/query", ({ caller, body }) => queries.query(caller, body), {
      permission: "queries:read",
      body: QueryBody,
      response: responses({ 200: QueryResponse }),
      detail: describe("query", "Search one or more spaces; returns ranked passages"),
    })
    .post("/query/smart", ({ caller, body }) => smartQueries.smartQuery(caller, body), {
      permission: "queries:read",
      body: SmartQueryBody,
      response: responses({ 200: SmartQueryResponse }),
      detail: describe("smartQuery", "Recommend spaces for a question, and with search also search them"),
    });
}
