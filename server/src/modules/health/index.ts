import { OneOf } from "@quarry/schema";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Authorization } from "../../platform/http/authorization.ts";
import type { Mount } from "../../platform/http/responses.ts";
import type { Readiness } from "./readiness.ts";

const Health = Type.Object(
  { status: Type.Literal("ok", { description: "Always `ok`." }) },
  { description: "The process is alive." },
);

const Ready = Type.Object(
  {
    status: OneOf(["ok", "degraded"], {
      description: "`degraded`: queries are answered, but something else does not work.",
    }),
    problems: Type.Optional(
      Type.Array(Type.String({ description: "A problem and its remedy." }), {
        description: "What does not work, and what the operator can do. Present with `degraded`.",
      }),
    ),
  },
  { description: "The service can answer queries." },
);

/** Liveness and readiness routes, without credentials. */
export function healthRoutes(
  auth: Authorization,
  readiness: Readiness,
  { prefix, describe, responses }: Mount,
) {
  return new Elysia({ prefix })
    .use(auth)
    .get("/health", () => ({ status: "ok" as const }), {
      publicDoor: { body: "none", cost: "light" },
      response: { 200: Health },
      detail: { ...describe("health", "Check that the process is alive"), security: [] },
    })
    .get(
      "/ready",
      async () => {
        const problems = await readiness.problems();
        return problems.length === 0 ? { status: "ok" as const } : { status: "degraded" as const, problems };
      },
      {
        publicDoor: { body: "none", cost: "light" },
        response: responses({ 200: Ready }),
        detail: { ...describe("ready", "Check that the service can answer queries"), security: [] },
      },
    );
}
