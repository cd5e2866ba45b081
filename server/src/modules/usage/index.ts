import {
  LIMITS,
  SpaceLimitsResponse,
  UsageHistoryParameters,
  UsageHistoryResponse,
  UsageResponse,
} from "@quarry/schema";
import { Elysia } from "elysia";
import type { Authorization } from "../../platform/http/authorization.ts";
import type { Mount } from "../../platform/http/responses.ts";
import type { UsageService } from "./service.ts";

/** The routes of usage and limits. */
export function usageRoutes(
  auth: Authorization,
  usage: UsageService,
  { prefix, describe, responses }: Mount,
) {
  return new Elysia({ prefix })
    .use(auth)
    .get("/usage", async ({ caller }) => ({ usage: await usage.get(caller) }), {
      door: { permission: "spaces:read", body: "none", cost: "light" },
      response: responses({ 200: UsageResponse }),
      detail: describe("getUsage", "Get the usage of the organization and the limits of its tier"),
    })
    .get(
      "/usage/history",
      async ({ caller, query }) => ({
        days: await usage.history(caller, Number(query.days ?? LIMITS.usageDaysDefault)),
      }),
      {
        door: { permission: "spaces:read", body: "none", cost: "light" },
        wholeOrganization: true,
        query: UsageHistoryParameters,
        response: responses({ 200: UsageHistoryResponse }),
        detail: describe("getUsageHistory", "Get the calls, documents and stored bytes of each day"),
      },
    )
    .get(
      "/spaces/:id/limits",
      async ({ caller, params }) => ({ limits: await usage.limits(caller, params.id) }),
      {
        door: { permission: "spaces:read", body: "none", cost: "light" },
        response: responses({ 200: SpaceLimitsResponse }),
        detail: describe("getSpaceLimits", "Get the limits of a space and its current usage"),
      },
    );
}
