import type { ErrorCode, ErrorDetail } from "@quarry/schema";

/** An error code of the server, or one of the client's own codes for failures without a usable response. */
export type QuarryErrorCode =
  | ErrorCode
  | "connection_failed"
  | "timed_out"
  | "unexpected_response"
  | "document_failed"
  | "webhook_refused"
  | (string & {});

/** Fields of an error in addition to its message. */
export interface QuarryErrorFields {
  /** Machine-readable code, e.g. `not_found`. */
  readonly code: QuarryErrorCode;
  /** HTTP status. Left out if there was no response. */
  readonly status?: number | undefined;
  /** Request id, as in the server's log. Left out if the server sent none. */
  readonly requestId?: string | undefined;
  /** How long to wait before a retry, in milliseconds, from 0. Left out if the server did not send it. */
  readonly retryAfterMs?: number | undefined;
  /** The invalid fields of the request. Left out for errors that do not concern fields. */
  readonly details?: readonly ErrorDetail[] | undefined;
  /** The error that led to this one, e.g. the one of `fetch`. */
  readonly cause?: unknown;
}

/** The parts of an error class that {@link QuarryError.isInstance} uses. */
interface ErrorClass<Type> {
  /** The class name. */
  readonly kind: string;
  /** The prototype of its instances. */
  readonly prototype: Type;
}

const markerOf = (kind: string): symbol => Symbol.for(`quarry.sdk.${kind}`);

/** Base class of all errors of this client. The exception is an abort, which rejects with the signal's reason. */
export class QuarryError extends Error {
  /** The class name as a constant, which minifiers do not change. */
  static readonly kind: string = "QuarryError";

  /** HTTP status; undefined if there was no response. */
  readonly status: number | undefined;
  /** Machine-readable code, e.g. `not_found`. */
  readonly code: QuarryErrorCode;
  /** Request id, as in the server's log. */
  readonly requestId: string | undefined;
  /** How long to wait before a retry, in milliseconds; undefined if the server did not send it. */
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

  /** Reports whether `value` is an error of this class. Unlike `instanceof`, it also works across copies of this package. */
  static isInstance<Type>(this: ErrorClass<Type>, value: unknown): value is Type {
    // biome-ignore lint/complexity/noThisInStatic: each subclass checks its own marker.
    return typeof value === "object" && value !== null && markerOf(this.kind) in value;
  }
}

/** 400: the request is invalid; `details` lists the invalid fields. */
export class BadRequestError extends QuarryError {
  static override readonly kind: string = "BadRequestError";
  declare readonly status: 400;
  /** The invalid fields, each with its path and what is wrong; empty if the error does not concern fields. */
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

/** 403: the API key lacks a permission, or the tier's limit is reached; the message names it. */
export class PermissionDeniedError extends QuarryError {
  static override readonly kind: string = "PermissionDeniedError";
  declare readonly status: 403;
}

/** 404: the resource does not exist in this organization. */
export class NotFoundError extends QuarryError {
  static override readonly kind: string = "NotFoundError";
  declare readonly status: 404;
}

/** 409: the resource already exists, or a request with the same `Idempotency-Key` conflicts; see `code`. */
export class ConflictError extends QuarryError {
  static override readonly kind: string = "ConflictError";
  declare readonly status: 409;
}

/** 413: the body or the file exceeds the server's size limit. */
export class PayloadTooLargeError extends QuarryError {
  static override readonly kind: string = "PayloadTooLargeError";
  declare readonly status: 413;
}

/** 415: the server does not support the body's media type. */
export class UnsupportedMediaTypeError extends QuarryError {
  static override readonly kind: string = "UnsupportedMediaTypeError";
  declare readonly status: 415;
}

/** 429: too many requests; wait `retryAfterMs` before retrying. */
export class RateLimitError extends QuarryError {
  static override readonly kind: string = "RateLimitError";
  declare readonly status: 429;
}

/** 502, 503 or 504: the server, or a service it depends on, is temporarily unavailable. */
export class UnavailableError extends QuarryError {
  static override readonly kind: string = "UnavailableError";
  declare readonly status: 502 | 503 | 504;
}

/** No complete response: connection refused, connection lost, or host not found. */
export class ConnectionError extends QuarryError {
  static override readonly kind: string = "ConnectionError";
  declare readonly code: "connection_failed";
}

/** No complete response, or no finished processing, within `timeoutMs`. */
export class TimeoutError extends QuarryError {
  static override readonly kind: string = "TimeoutError";
  declare readonly code: "timed_out";
}

/** The awaited document could not be processed; the message contains the reason. */
export class DocumentFailedError extends QuarryError {
  static override readonly kind: string = "DocumentFailedError";
  declare readonly code: "document_failed";
}

/** A webhook message has no valid signature or is too old. */
export class WebhookVerificationError extends QuarryError {
  static override readonly kind: string = "WebhookVerificationError";
  declare readonly code: "webhook_refused";

  constructor(message: string) {
    super(message, { code: "webhook_refused" });
  }
}
