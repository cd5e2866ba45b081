import { createHash, timingSafeEqual } from "node:crypto";
import { QuarryError } from "@quarry/core";
import { Elysia } from "elysia";
import type { Authorization } from "../../platform/http/authorization.ts";
import { credentialOf } from "../../platform/http/credential.ts";
import type { Metrics } from "../../platform/telemetry/metrics.ts";

/** The route of the metrics, for a caller with the operator's token. */
export function metricsRoutes(auth: Authorization, metrics: Metrics, token: string) {
  const expected = hashOf(token);
  return new Elysia().use(auth).get(
    "/metrics",
    async ({ request, set }) => {
      if (!timingSafeEqual(hashOf(credentialOf(request) ?? ""), expected))
        throw new QuarryError(
          "unauthorized",
          "Send the token of QUARRY_METRICS_TOKEN as 'Authorization: Bearer <token>'.",
        );
      set.headers["content-type"] = metrics.contentType;
      return metrics.text();
    },
    { publicDoor: { body: "none", cost: "light" }, detail: { hide: true } },
  );
}

const hashOf = (token: string) => createHash("sha256").update(token).digest();
