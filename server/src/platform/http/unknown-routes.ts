import { QuarryError } from "@quarry/core";
import { Elysia } from "elysia";
import { type AllowedMethods, allowHeader } from "./allowed-methods.ts";
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
      const { path, request, set } = context;
      const allowed = allowedMethods(path);
      if (allowed.length === 0)
        throw new QuarryError("not_found", "This route does not exist. See /docs for the list of routes.");
      set.headers.allow = allowHeader(allowed);
      throw new QuarryError(
        "method_not_allowed",
        `This path does not take ${request.method}. It takes ${allowHeader(allowed)}.`,
      );
    },
    { publicDoor: { body: "none", cost: "light" }, detail: { hide: true } },
  );
}
