import { QuarryError } from "@quarry/core";
import { Elysia } from "elysia";
import type { Identify } from "./identify.ts";

/** Answers whatever no other route does. The calls of a known caller are counted here too. */
export function unknownRoutes(identify: Identify) {
  return new Elysia({ name: "unknown-routes" }).all(
    "/*",
    async (context) => {
      await identify(context).catch((error: unknown) => {
        // Who is not known gets the same answer: that a route does not exist is no secret.
        if (!QuarryError.isInstance(error) || error.code !== "unauthorized") throw error;
      });
      throw new QuarryError("not_found", "There is no such route. See /docs for all that there are.");
    },
    { parse: "none", detail: { hide: true } },
  );
}
