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

/** Makes the error of an unsuccessful answer. The one place where a class is chosen. */
export function errorFromResponse(response: Response, text: string): QuarryError {
  const body = errorBody(text);
  const status = response.status;
  const Class = CLASS_OF_STATUS[status] ?? QuarryError;
  return new Class(body.message ?? foreignMessage(response), {
    status,
    code: body.code ?? "unexpected_response",
    requestId: body.requestId ?? response.headers.get("x-request-id") ?? undefined,
    retryAfterMs: retryAfterMs(response.status, response.headers),
    details: body.details,
  });
}

/** The service's own error body, or nothing when something else answered, e.g. a proxy with a page of HTML. */
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

function foreignMessage(response: Response): string {
  if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
    const target = response.headers.get("location");
    return `The server answered with a redirect${target ? ` to ${target}` : ""}; set baseUrl to where it leads.`;
  }
  return `The server answered ${response.status} ${response.statusText}`.trimEnd();
}
