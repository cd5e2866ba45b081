import { QuarryError } from "@quarry/core";
import { ERRORS, type ErrorBody, type ErrorCode } from "@quarry/schema";
import type { ValueError } from "@sinclair/typebox/errors";
import { Elysia, type Context as ElysiaContext, type ValidationError } from "elysia";
import {
  isDamage,
  isDatabaseAway,
  isSerializationFailure,
  isStorageFull,
  isUniqueViolation,
} from "../log/database-errors.ts";
import type { Log } from "../log/log.ts";
import { jsonAnswer } from "./one-piece.ts";
import { requestIdOf } from "./request-id.ts";
import { invalidBody, validationDetails } from "./validation-details.ts";

const DEFAULT_RETRY_AFTER_MS = 5000;
const DATABASE_RETRY_AFTER_MS = 2000;
const CONFLICT_RETRY_AFTER_MS = 1000;
const WITH_RETRY_AFTER: ReadonlySet<ErrorCode> = new Set([
  "unavailable",
  "rate_limited",
  "request_in_progress",
]);

/** Creates the body of an error in the form of another API. */
export type ForeignErrorBody = (error: QuarryError) => object;

/** Creates the response for an error of a request. */
export type ErrorAnswer = (
  error: QuarryError,
  context: Pick<ElysiaContext, "set"> & { readonly request: Request },
) => Response;

/** @param foreign The forms of errors of other APIs, by the prefixes of their paths. */
export function createErrorAnswer(
  log: Log,
  foreign: Readonly<Record<string, ForeignErrorBody>>,
): ErrorAnswer {
  return (known, { request, set }) => {
    const requestId = requestIdOf(request);
    logIfInternal(log, known, requestId);
    set.status = known.status;
    if (WITH_RETRY_AFTER.has(known.code))
      set.headers["retry-after"] = String(Math.ceil((known.retryAfterMs ?? DEFAULT_RETRY_AFTER_MS) / 1000));
    const form = formOf(request, foreign);
    return jsonAnswer(set, JSON.stringify(form ? form(known) : errorBody(known, requestId)));
  };
}

/** Turns every error into a response. Register it first: it covers only routes and plugins registered after it. */
export function errorMapper(answer: ErrorAnswer) {
  return new Elysia({ name: "errors" }).onError({ as: "global" }, ({ error, code, request, set }) =>
    answer(toQuarryError(code, error), { request, set }),
  );
}

function formOf(
  { url }: Request,
  foreign: Readonly<Record<string, ForeignErrorBody>>,
): ForeignErrorBody | undefined {
  const path = URL.canParse(url) ? new URL(url).pathname : "";
  return Object.entries(foreign).find(([prefix]) => path.startsWith(`${prefix}/`))?.[1];
}

/** Logs an error that the service or a provider caused, as opposed to the caller. */
export function logIfInternal(log: Log, error: QuarryError, requestId: string): void {
  if (error.status >= 500 && (error.code === "internal" || error.cause !== undefined))
    log.error("A request failed", error.cause ?? error, { requestId });
}

/** The body of an error response. */
export function errorBody(error: QuarryError, requestId: string): ErrorBody {
  return {
    error: ERRORS[error.code].name,
    code: error.code,
    message: error.message,
    statusCode: error.status,
    requestId,
    ...(error.details ? { details: [...error.details] } : {}),
  };
}

function toQuarryError(code: number | string, error: unknown): QuarryError {
  const known = knownError(error);
  if (known.code !== "internal") return known;
  if (code === "VALIDATION") return fromValidation(error as ValidationError);
  if (code === "PARSE")
    return new QuarryError("invalid_request", "The body could not be read.", { cause: error });
  return known;
}

/** The error that the caller gets for a thrown value of any kind. */
export function knownError(error: unknown): QuarryError {
  const cause = error instanceof Error ? error.cause : undefined;
  if (QuarryError.isInstance(error)) return error;
  // Elysia wraps errors that are thrown while a body is read.
  if (QuarryError.isInstance(cause)) return cause;
  if (isDatabaseAway(error))
    return new QuarryError("unavailable", "The database is unavailable. Try again soon.", {
      cause: error,
      retryAfterMs: DATABASE_RETRY_AFTER_MS,
    });
  if (isStorageFull(error))
    return new QuarryError(
      "insufficient_storage",
      "The service has no room to store this: its disk is full or read-only. The operator must free or add space. Queries still work.",
      { cause: error },
    );
  if (isSerializationFailure(error))
    return new QuarryError("unavailable", "Another change to the same data came first. Try again.", {
      cause: error,
      retryAfterMs: CONFLICT_RETRY_AFTER_MS,
    });
  if (isUniqueViolation(error))
    return new QuarryError(
      "conflict",
      "Another call made the same change at the same moment. Read the current state, and repeat the call if it is still needed.",
      { cause: error },
    );
  if (isDamage(error))
    return new QuarryError(
      "internal",
      "The service could not read what it stored: its database is damaged. Trying again does not help. The operator finds the damage and the remedy at /ready and in the log.",
      { cause: error },
    );
  return new QuarryError(
    "internal",
    "Something went wrong in the service. Try again. If the problem persists, send the request id to the operator.",
    {
      cause: error,
    },
  );
}

function fromValidation(error: ValidationError): QuarryError {
  if (error.type === "response")
    return new QuarryError("internal", "The service created a response that violates its own schema.", {
      cause: new Error(
        `response: ${error.all.map((issue) => ("path" in issue ? issue.path : "")).join(", ")}`,
      ),
    });
  return invalidBody(validationDetails(error.all as unknown as ValueError[]));
}
