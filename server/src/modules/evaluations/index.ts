import {
  CreateEvaluationBody,
  DeletedResponse,
  EvaluationPage,
  EvaluationResponse,
  ListEvaluationsParameters,
  UpdateEvaluationBody,
} from "@quarry/schema";
import { Elysia } from "elysia";
import type { Authorization } from "../../platform/http/authorization.ts";
import type { Mount } from "../../platform/http/responses.ts";
import { readPage } from "../../platform/paging.ts";
import type { EvaluationService } from "./service.ts";

/** Routes for golden queries. Reading needs `queries:read`, writing `spaces:write`. */
export function evaluationRoutes(
  auth: Authorization,
  evaluations: EvaluationService,
  { prefix, describe, responses }: Mount,
) {
  return new Elysia({ prefix })
    .use(auth)
    .get(
      "/spaces/:id/evaluations",
      ({ caller, params, query }) => evaluations.list(caller, params.id, readPage(query)),
      {
        door: { permission: "queries:read", body: "none", cost: "light" },
        query: ListEvaluationsParameters,
        response: responses({ 200: EvaluationPage }),
        detail: describe("listEvaluations", "List a space's evaluations with their latest results"),
      },
    )
    .post(
      "/spaces/:id/evaluations",
      async ({ caller, params, body, status }) =>
        status(201, { evaluation: await evaluations.create(caller, params.id, body) }),
      {
        door: { permission: "spaces:write", body: "largeJson", cost: "light" },
        body: CreateEvaluationBody,
        response: responses({ 201: EvaluationResponse }),
        detail: describe(
          "createEvaluation",
          "Create an evaluation: golden queries with the documents that answer them",
        ),
      },
    )
    .get(
      "/spaces/:id/evaluations/:evaluationId",
      async ({ caller, params }) => ({
        evaluation: await evaluations.get(caller, params.id, params.evaluationId),
      }),
      {
        door: { permission: "queries:read", body: "none", cost: "light" },
        response: responses({ 200: EvaluationResponse }),
        detail: describe("getEvaluation", "Get an evaluation with its queries"),
      },
    )
    .patch(
      "/spaces/:id/evaluations/:evaluationId",
      async ({ caller, params, body }) => ({
        evaluation: await evaluations.update(caller, params.id, params.evaluationId, body),
      }),
      {
        door: { permission: "spaces:write", body: "largeJson", cost: "light" },
        body: UpdateEvaluationBody,
        response: responses({ 200: EvaluationResponse }),
        detail: describe("updateEvaluation", "Rename an evaluation or replace its queries; keeps its runs"),
      },
    )
    .delete(
      "/spaces/:id/evaluations/:evaluationId",
      async ({ caller, params }) => {
        await evaluations.delete(caller, params.id, params.evaluationId);
        return { deleted: true as const, id: params.evaluationId };
      },
      {
        door: { permission: "spaces:write", body: "none", cost: "light" },
        response: responses({ 200: DeletedResponse }),
        detail: describe("deleteEvaluation", "Delete an evaluation and its runs"),
      },
    );
}
