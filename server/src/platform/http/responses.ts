import { ErrorBody } from "@quarry/schema";
import type { TSchema } from "@sinclair/typebox";

const ERROR_STATUSES = [400, 401, 403, 404, 409, 413, 415, 429, 500, 503] as const;

/** The response schemas of a route: its own, and the errors that every route can return. */
export function responses<Own extends Record<number, TSchema>>(own: Own) {
  // The type has only the route's own responses, because errors are thrown and never returned.
  const errors: Record<number, TSchema> = Object.fromEntries(
    ERROR_STATUSES.map((status) => [status, ErrorBody]),
  );
  return { ...errors, ...own } as Own;
}

/** A route in the OpenAPI description. */
export interface RouteDescription {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: string[];
  readonly hide?: boolean;
}

/** Where a module's routes are mounted: under `/api`, and a second time without it, hidden from the description. */
export interface Mount {
  readonly prefix: "/api" | "";
  /** Describes a route. */
  describe(operationId: string, summary: string): RouteDescription;
}

/** Both mounts of a module. @param tag Groups its routes in the description. */
export function mounts(tag: string): Mount[] {
  return (["/api", ""] as const).map((prefix) => ({
    prefix,
    describe: (operationId, summary) => ({
      operationId,
      summary,
      tags: [tag],
      ...(prefix === "" ? { hide: true } : {}),
    }),
  }));
}
