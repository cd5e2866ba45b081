import { QuarryError } from "@quarry/core";
import { Elysia } from "elysia";
import type { Authorization } from "./authorization.ts";
import type { Identify } from "./identify.ts";

/** Responds to requests that match no route with 404. Calls of authenticated callers count against their limits. */
export function unknownRoutes(auth: Authorization, identify: Identify) {
  return new Elysia({ name: "unknown-routes" }).use(auth).all(
    "/*",
    async (context) => {
      await identify(context).catch((error: unknown) => {
        // Unauthenticated callers get the same 404: which routes exist is public.
        if (!QuarryError.isInstance(error) || error.code !== "unauthorized") throw error;
      });
      throw new QuarryError("not_found", "This route does not exist. See /docs for the list of routes.");
    },
    { publicDoor: { body: "none", cost: "light" }, detail: { hide: true } },
  );
}
