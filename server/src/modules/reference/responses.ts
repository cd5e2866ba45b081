import { isObject } from "../../platform/http/description-part.ts";
import { describeError } from "./errors.ts";
import type { OperationReference } from "./operation.ts";

type Part = Readonly<Record<string, unknown>>;

const ERROR_BODY = { "application/json": { schema: { $ref: "#/components/schemas/ErrorBody" } } };

const RETRY_AFTER = {
  "Retry-After": {
    description: "How long to wait before repeating the call, in seconds.",
    schema: { type: "integer", minimum: 0 },
  },
};

/** Errors with a `Retry-After`. */
const WITH_RETRY_AFTER: ReadonlySet<number> = new Set([409, 429, 503]);

/** Errors of every operation, of operations that need credentials, and of operations that change something. */
const ERRORS_OF = {
  all: [400, 429, 500, 503],
  authorized: [401, 403, 404],
  changing: [409, 413, 415, 507],
} as const;

/** The responses of an operation: its own with an example answer, and the errors that it can answer. */
export function describeResponses(method: string, operation: Part, { answer, needs }: OperationReference) {
  const given = isObject(operation.responses) ? Object.entries(operation.responses) : [];
  const own = given.filter(([status]) => Number(status) < 400 || status === "416");
  const [first = ""] = own.map(([status]) => status);
  const described = own.map(([status, response]) => [
    status,
    status === first && answer !== undefined && isObject(response) ? withExample(response, answer) : response,
  ]);
  const errors = errorStatuses(method, needs !== null).map((status) => [String(status), errorOf(status)]);
  return Object.fromEntries([...described, ...errors]);
}

function errorStatuses(method: string, isAuthorized: boolean): number[] {
  const changes = method !== "get" && isAuthorized;
  return [
    ...ERRORS_OF.all,
    ...(isAuthorized ? ERRORS_OF.authorized : []),
    ...(changes ? ERRORS_OF.changing : []),
  ].sort((one, other) => one - other);
}

function errorOf(status: number) {
  return {
    description: describeError(status),
    ...(WITH_RETRY_AFTER.has(status) ? { headers: RETRY_AFTER } : {}),
    content: ERROR_BODY,
  };
}

/** Adds an example to a response that is not a file. */
function withExample(response: Part, example: unknown): Part {
  const { content } = response;
  if (!isObject(content)) return response;
  const examples = Object.entries(content).map(([type, media]) => [
    type,
    isObject(media) ? { ...media, example } : media,
  ]);
  return { ...response, content: Object.fromEntries(examples) };
}
