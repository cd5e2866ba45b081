import type { ErrorCode, ErrorDetail } from "@quarry/schema";

/** A code of the service's own table, or one of the client's: what went wrong before or after the service spoke. */
export type QuarryErrorCode =
  | ErrorCode
  | "connection_failed"
  | "timed_out"
  | "unexpected_response"
  | "document_failed"
  | "webhook_refused"
  | (string & {});

/** What goes with an error besides its message. */
export interface QuarryErrorFields {
  readonly code: QuarryErrorCode;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly cause?: unknown;
}

/** An error class, as far as {@link QuarryError.isInstance} needs it. */
interface ErrorClass<Type> {
  readonly kind: string;
  readonly prototype: Type;
}

const markerOf = (kind: string): symbol => Symbol.for(`quarry.sdk.${kind}`);

/** Every error of this client except an abort, which rejects with the signal's own reason. */
export class QuarryError extends Error {
  /** The class's name, kept apart from `name` so that minifying cannot change it. */
  static readonly kind: string = "QuarryError";

  /** HTTP status; undefined when there was no answer. */
  readonly status: number | undefined;
  /** Machine-readable code, e.g. `not_found`. */
  readonly code: QuarryErrorCode;
  /** The server's name for the call, to be found in its log. */
  readonly requestId: string | undefined;
  /** How long the server asked to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, fields: QuarryErrorFields) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.name = new.target.kind;
    this.status = fields.status;
    this.code = fields.code;
    this.requestId = fields.requestId;
    this.retryAfterMs = fields.retryAfterMs;
    for (
      let type: { kind?: string } = new.target;
      type.kind !== undefined;
      type = Object.getPrototypeOf(type)
    ) {
      Object.defineProperty(this, markerOf(type.kind), { value: true });
    }
  }

  /** True for an error of the class it is called on, also one made by another copy of this package. */
  static isInstance<Type>(this: ErrorClass<Type>, value: unknown): value is Type {
    // biome-ignore lint/complexity/noThisInStatic: each subclass asks for its own marker.
    return typeof value === "object" && value !== null && markerOf(this.kind) in value;
  }
}

/** 400: the request is wrong; `details` names the offending fields. */
export class BadRequestError extends QuarryError {
  static override readonly kind: string = "BadRequestError";
  declare readonly status: 400;
  readonly details: readonly ErrorDetail[];

  constructor(message: string, fields: QuarryErrorFields) {
    super(message, fields);
    this.details = fields.details ?? [];
  }
}

/** 401: the API key is missing, unknown, expired or deleted. */
export class AuthenticationError extends QuarryError {
  static override readonly kind: string = "AuthenticationError";
  declare readonly status: 401;
}

/** 403: the key lacks a permission, or a limit of the tier is reached; the message says which. */
export class PermissionDeniedError extends QuarryError {
  static override readonly kind: string = "PermissionDeniedError";
  declare readonly status: 403;
}

/** 404: no such thing, or not in this organization. */
export class NotFoundError extends QuarryError {
  static override readonly kind: string = "NotFoundError";
  declare readonly status: 404;
}

/** 409: it is there already; or `code` says what became of a call with the same `Idempotency-Key`. */
export class ConflictError extends QuarryError {
  static override readonly kind: string = "ConflictError";
  declare readonly status: 409;
}

/** 413: the body or the file is larger than the server takes. */
export class PayloadTooLargeError extends QuarryError {
  static override readonly kind: string = "PayloadTooLargeError";
  declare readonly status: 413;
}

/** 415: the body is sent in a form that the server does not read. */
export class UnsupportedMediaTypeError extends QuarryError {
  static override readonly kind: string = "UnsupportedMediaTypeError";
  declare readonly status: 415;
}

/** 429: too many calls; `retryAfterMs` says how long to wait. */
export class RateLimitError extends QuarryError {
  static override readonly kind: string = "RateLimitError";
  declare readonly status: 429;
}

/** 502, 503 or 504: the service, or something that it needs, is away for now. */
export class UnavailableError extends QuarryError {
  static override readonly kind: string = "UnavailableError";
  declare readonly status: 502 | 503 | 504;
}

/** No answer, or only a part of one: refused, broken off, name not found. */
export class ConnectionError extends QuarryError {
  static override readonly kind: string = "ConnectionError";
  declare readonly code: "connection_failed";
}

/** No answer, or no end of the waiting, within `timeoutMs`. */
export class TimeoutError extends QuarryError {
  static override readonly kind: string = "TimeoutError";
  declare readonly code: "timed_out";
}

/** The document that was waited for could not be processed; the message says why. */
export class DocumentFailedError extends QuarryError {
  static override readonly kind: string = "DocumentFailedError";
  declare readonly code: "document_failed";
}

/** What claims to be a webhook's message is not one of the service, or is too old. */
export class WebhookVerificationError extends QuarryError {
  static override readonly kind: string = "WebhookVerificationError";
  declare readonly code: "webhook_refused";

  constructor(message: string) {
    super(message, { code: "webhook_refused" });
  }
}
