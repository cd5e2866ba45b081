import { ErrorBody } from "@quarry/schema";
import type { TSchema } from "@sinclair/typebox";

const ERROR_STATUSES = [400, 401, 403, 404, 409, 413, 415, 429, 500, 503] as const;

/** A route's answers: its own, and the errors that every route can give. */
export function responses<Own extends Record<number, TSchema>>(own: Own) {
  // Typed by the route's own answers alone: errors are thrown, never returned.
  const errors: Record<number, TSchema> = Object.fromEntries(
    ERROR_STATUSES.map((status) => [status, ErrorBody]),
  );
  return { ...errors, ...own } as Own;
}

/** What the interface's description says of a route. */
export interface RouteDescription {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: string[];
  readonly hide?: boolean;
}

/** How a module's routes are mounted: under `/api`, and once more without it, not described. */
export interface Mount {
  readonly prefix: "/api" | "";
  /** What stands in the description of a route. */
  describe(operationId: string, summary: string): RouteDescription;
}

/** Both ways in which a module is mounted. */
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
