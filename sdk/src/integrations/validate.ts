/**
 * @module
 * Validates server responses against the schemas behind the client's types. Requires `@sinclair/typebox`.
 */
import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { QuarryError } from "../errors/errors.ts";
import type { Fetch } from "../http/options.ts";
import { hasJsonContentType } from "../http/response-body.ts";
import { RESPONSE_SCHEMAS } from "./response-schemas.ts";

interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly schema: TSchema;
}

const segmentsOf = (pattern: string): number => pattern.split("/").length;

// Longest first. The server may be mounted below a path prefix, so only the end of a path identifies the route.
const ROUTES: readonly Route[] = Object.entries(RESPONSE_SCHEMAS)
  .sort(([one], [other]) => segmentsOf(other) - segmentsOf(one))
  .map(([route, schema]) => {
    const [method = "", pattern = ""] = route.split(" ");
    return { method, path: new RegExp(`${pattern.replaceAll(/:\w+/g, "[^/]+")}$`), schema };
  });

/**
 * Creates a `fetch` that validates every successful JSON response against its schema:
 * `new Quarry({ fetch: validatingFetch() })`. On a mismatch the call rejects with a {@link QuarryError} whose code is
 * `unexpected_response` and whose message names the field. Unknown fields, which a newer server may add, are allowed.
 */
export function validatingFetch(fetch: Fetch = (url, init) => globalThis.fetch(url, init)): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    const method = init.method ?? "GET";
    const { pathname } = new URL(url);
    const route = ROUTES.find((known) => known.method === method && known.path.test(pathname));
    if (!route || !response.ok || !hasJsonContentType(response)) return response;
    const body: unknown = await response.clone().json();
    const problem = Value.Errors(route.schema, body).First();
    if (!problem) return response;
    throw new QuarryError(
      `${method} ${pathname}: the response does not match the expected schema: ${problem.path || "/"} ${problem.message}.`,
      {
        code: "unexpected_response",
        status: response.status,
        requestId: response.headers.get("x-request-id") ?? undefined,
      },
    );
  };
}
