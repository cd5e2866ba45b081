/**
 * @module
 * Checks that a server answers what the client's types say. Needs `@sinclair/typebox`.
 */
import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { QuarryError } from "./errors.ts";
import type { Fetch } from "./options.ts";
import { RESPONSE_SCHEMAS } from "./response-schemas.ts";

interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly schema: TSchema;
}

const segmentsOf = (pattern: string): number => pattern.split("/").length;

// The longest first: the server may stand under a path of its own, so that only the end of a path tells the route.
const ROUTES: readonly Route[] = Object.entries(RESPONSE_SCHEMAS)
  .sort(([one], [other]) => segmentsOf(other) - segmentsOf(one))
  .map(([route, schema]) => {
    const [method = "", pattern = ""] = route.split(" ");
    return { method, path: new RegExp(`${pattern.replaceAll(/:\w+/g, "[^/]+")}$`), schema };
  });

/**
 * A `fetch` for the client that compares every successful JSON answer with its schema:
 * `new Quarry({ fetch: validatingFetch() })`. A call whose answer differs rejects with a {@link QuarryError} of code
 * `unexpected_response` that names the field. What a newer server adds is let through.
 */
export function validatingFetch(fetch: Fetch = (url, init) => globalThis.fetch(url, init)): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    const method = init.method ?? "GET";
    const { pathname } = new URL(url);
    const route = ROUTES.find((known) => known.method === method && known.path.test(pathname));
    if (!route || !response.ok || !isJson(response)) return response;
    const body: unknown = await response.clone().json();
    const problem = Value.Errors(route.schema, body).First();
    if (!problem) return response;
    throw new QuarryError(
      `${method} ${pathname}: the answer is not what this client expects: ${problem.path || "/"} ${problem.message}.`,
      {
        code: "unexpected_response",
        status: response.status,
        requestId: response.headers.get("x-request-id") ?? undefined,
      },
    );
  };
}

function isJson(response: Response): boolean {
  return /^application\/json\b/.test(response.headers.get("content-type") ?? "");
}
