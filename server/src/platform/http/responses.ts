import { ErrorBody } from "@quarry/schema";
import { Kind, type TSchema } from "@sinclair/typebox";

const ERROR_STATUSES = [400, 401, 403, 404, 409, 413, 415, 429, 500, 503, 507] as const;

/** The response schemas of a route: its own, and the errors that every route can return. */
function responsesOf<Own extends Record<number, TSchema>>(own: Own, areChecked: boolean): Own {
  const all: Record<number, TSchema> = { ...own };
  for (const status of ERROR_STATUSES) all[status] ??= ErrorBody;
  if (!areChecked)
    for (const [status, schema] of Object.entries(all)) all[Number(status)] = unchecked(schema);
  // The type has only the route's own responses, because errors are thrown and never returned.
  return all as Own;
}

/** The same schema in the OpenAPI description, but the router accepts every value: a check takes 20 µs for ten passages. */
function unchecked(schema: TSchema): TSchema {
  return { ...schema, [Kind]: "Any" };
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
  /** The response schemas of a route: its own, and the errors that every route can return. */
  responses<Own extends Record<number, TSchema>>(own: Own): Own;
}

/**
 * Creates the mounts of modules.
 * @param checksAnswers True to check every response against its schema.
 */
export function createMounts(checksAnswers: boolean): (tag: string) => Mount[] {
  /** Both mounts of a module. `tag` groups its routes in the description. */
  return (tag) =>
    (["/api", ""] as const).map((prefix) => ({
      prefix,
      describe: (operationId, summary) => ({
        operationId,
        summary,
        tags: [tag],
        ...(prefix === "" ? { hide: true } : {}),
      }),
      responses: (own) => responsesOf(own, checksAnswers),
    }));
}
