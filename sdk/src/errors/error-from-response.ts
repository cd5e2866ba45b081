import type { ErrorBody } from "@quarry/schema";
import {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  NotFoundError,
  PayloadTooLargeError,
  PermissionDeniedError,
  QuarryError,
  type QuarryErrorFields,
  RateLimitError,
  UnavailableError,
  UnsupportedMediaTypeError,
} from "./errors.ts";
import { retryAfterMs } from "./retry-after.ts";

type ErrorConstructor = new (message: string, fields: QuarryErrorFields) => QuarryError;

const CLASS_OF_STATUS: Readonly<Record<number, ErrorConstructor>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  413: PayloadTooLargeError,
  415: UnsupportedMediaTypeError,
  429: RateLimitError,
  502: UnavailableError,
  503: UnavailableError,
  504: UnavailableError,
};

/** Creates the error for an unsuccessful response, with the class for its status. */
export function errorFromResponse(response: Response, text: string): QuarryError {
  const body = errorBody(text);
  const status = response.status;
  const Class = CLASS_OF_STATUS[status] ?? QuarryError;
  return new Class(body.message ?? fallbackMessage(response), {
    status,
    code: body.code ?? "unexpected_response",
    requestId: body.requestId ?? response.headers.get("x-request-id") ?? undefined,
    retryAfterMs: retryAfterMs(response.status, response.headers),
    details: body.details,
  });
}

/** Parses Quarry's error body; returns an empty object for other bodies, such as a proxy's HTML page. */
function errorBody(text: string): Partial<ErrorBody> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== "object" || parsed === null) return {};
    const body = parsed as Partial<ErrorBody>;
    return typeof body.message === "string" ? body : {};
  } catch {
    return {};
  }
}

function fallbackMessage(response: Response): string {
  if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
    const target = response.headers.get("location");
    return `The server responded with a redirect${target ? ` to ${target}` : ""}. Set baseUrl to the redirect's target.`;
  }
  return `The server responded with ${response.status} ${response.statusText}`.trimEnd();
}
