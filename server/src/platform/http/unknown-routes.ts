import { QuarryError } from "@quarry/core";
import { Elysia } from "elysia";
import { type AllowedMethods, refuseWrongMethod } from "./allowed-methods.ts";
import type { Authorization } from "./authorization.ts";
import type { Identify } from "./identify.ts";

/**
 * Responds to requests that match no route: with 405 if the path has routes with other methods, else with 404. Calls of
 * authenticated callers count against their limits.
 */
export function unknownRoutes(auth: Authorization, identify: Identify, allowedMethods: AllowedMethods) {
  return new Elysia({ name: "unknown-routes" }).use(auth).all(
    "/*",
    async (context) => {
      await identify(context).catch((error: unknown) => {
        // Unauthenticated callers get the same answer: which routes exist is public.
        if (!QuarryError.isInstance(error) || error.code !== "unauthorized") throw error;
      });
      refuseWrongMethod(allowedMethods, context);
      throw new QuarryError("not_found", "This route does not exist. See /docs for the list of routes.");
    },
    { publicDoor: { body: "none", cost: "light" }, detail: { hide: true } },
  );
}
