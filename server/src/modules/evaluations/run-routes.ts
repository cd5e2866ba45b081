import {
  EvaluationRunPage,
  EvaluationRunResponse,
  FitEvaluationBody,
  FitResponse,
  ListEvaluationsParameters,
  RunEvaluationBody,
} from "@quarry/schema";
import { Elysia } from "elysia";
import { requirePermission } from "../../platform/access/caller.ts";
import type { Authorization } from "../../platform/http/authorization.ts";
import type { Mount } from "../../platform/http/responses.ts";
import { readPage } from "../../platform/paging.ts";
import { REPORT_HEADERS } from "./report/report-page.ts";
import type { EvaluationService } from "./service.ts";

const reportResponses = {
  responses: {
    200: {
      description: "A self-contained HTML page without scripts",
      content: { "text/html": { schema: { type: "string" as const } } },
    },
  },
};

/** Routes for evaluation runs, their reports, and fitting. */
export function runRoutes(
  auth: Authorization,
  evaluations: EvaluationService,
  { prefix, describe, responses }: Mount,
) {
  return new Elysia({ prefix })
    .use(auth)
    .get(
      "/spaces/:id/evaluations/:evaluationId/runs",
      ({ caller, params, query }) =>
        evaluations.runs(caller, params.id, params.evaluationId, readPage(query)),
      {
        door: { permission: "queries:read", body: "none", cost: "light" },
        query: ListEvaluationsParameters,
        response: responses({ 200: EvaluationRunPage }),
        detail: describe("listEvaluationRuns", "List an evaluation's runs, without their queries"),
      },
    )
    .post(
      "/spaces/:id/evaluations/:evaluationId/runs",
      async ({ caller, params, body, request, status }) => {
        const { id, evaluationId } = params;
        const run = await evaluations.run(caller, id, evaluationId, body, request.signal);
        return status(201, { run });
      },
      {
        door: { permission: "queries:read", body: "json", cost: "work" },
        body: RunEvaluationBody,
        response: responses({ 201: EvaluationRunResponse }),
        detail: describe("runEvaluation", "Run all golden queries with one configuration, or compare two"),
      },
    )
    .get(
      "/spaces/:id/evaluations/:evaluationId/runs/:runId",
      async ({ caller, params }) => ({
        run: await evaluations.getRun(caller, params.id, params.evaluationId, params.runId),
      }),
      {
        door: { permission: "queries:read", body: "none", cost: "light" },
        response: responses({ 200: EvaluationRunResponse }),
        detail: describe("getEvaluationRun", "Get a run with the result of each query"),
      },
    )
    .get(
      "/spaces/:id/evaluations/:evaluationId/runs/:runId/report",
      async ({ caller, params }) => {
        const { id, evaluationId, runId } = params;
        const page = await evaluations.report(caller, id, evaluationId, runId);
        return new Response(page, { headers: REPORT_HEADERS });
      },
      {
        door: { permission: "queries:read", body: "none", cost: "light" },
        detail: {
          ...describe("getEvaluationReport", "Get a run as an HTML report with plots"),
          ...reportResponses,
        },
      },
    )
    .post(
      "/spaces/:id/evaluations/:evaluationId/fit",
      ({ caller, params, body, request }) => {
        const apply = body.apply ?? false;
        if (apply) requirePermission(caller, "spaces:write");
        return evaluations.fit(caller, params.id, params.evaluationId, apply, request.signal);
      },
      {
        door: { permission: "queries:read", body: "json", cost: "work" },
        body: FitEvaluationBody,
        response: responses({ 200: FitResponse }),
        detail: describe("fitEvaluation", "Find the vector weight that fits the golden queries best"),
      },
    );
}
