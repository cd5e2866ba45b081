import { DoctorBody, DoctorResponse, OperatorResponse, PERMISSIONS } from "@quarry/schema";
import { Elysia } from "elysia";
import type { Authorization } from "../../platform/http/authorization.ts";
import type { Mount } from "../../platform/http/responses.ts";
import type { OperatorService } from "./service.ts";

/** The routes of the operator. No permission opens them: the service asks who the caller is. */
export function operatorRoutes(
  auth: Authorization,
  operator: OperatorService,
  { prefix, describe, responses }: Mount,
) {
  return new Elysia({ prefix })
    .use(auth)
    .get("/operator", async ({ caller }) => ({ operator: await operator.get(caller) }), {
      door: { permission: PERMISSIONS, body: "none", cost: "light" },
      wholeOrganization: true,
      response: responses({ 200: OperatorResponse }),
      detail: describe("getOperator", "Get the state of the service"),
    })
    .post("/operator/doctor", ({ caller, body }) => operator.examine(caller, body.repair ?? false), {
      door: { permission: PERMISSIONS, body: "json", cost: "work" },
      wholeOrganization: true,
      body: DoctorBody,
      response: responses({ 200: DoctorResponse }),
      detail: describe("runDoctor", "Examine the stored data, and repair it"),
    });
}
