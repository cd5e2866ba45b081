import { ERRORS, type ErrorCode, type ErrorDetail } from "@quarry/schema";

/** Optional fields of a {@link QuarryError}. */
export interface QuarryErrorOptions {
  /** The invalid fields, on `invalid_request`. */
  readonly details?: readonly ErrorDetail[];
  /** Milliseconds to wait before a retry, on `unavailable`, `rate_limited` and `request_in_progress`. */
  readonly retryAfterMs?: number;
  /** The underlying error; logged, never shown to a caller. */
  readonly cause?: unknown;
}

const marker = Symbol.for("quarry.error");

/**
 * Quarry's only error class. The message states what happened and what to do. Callers see it, so it contains no SQL, no
 * stack trace and no secret. The code determines the HTTP status and whether a retry can succeed.
 */
export class QuarryError extends Error {
  override readonly name = "QuarryError";
  readonly [marker] = true;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: QuarryErrorOptions = {},
  ) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.details = options.details;
    this.retryAfterMs = options.retryAfterMs;
  }

  /** HTTP status of the code. */
  get status(): number {
    return ERRORS[this.code].status;
  }

  /** True when the same call may succeed later. */
  get retryable(): boolean {
    return ERRORS[this.code].retryable;
  }

  /** True for a QuarryError, including one created by another copy of this package. */
  static isInstance(value: unknown): value is QuarryError {
    return typeof value === "object" && value !== null && marker in value;
  }
}

/** Creates an `invalid_request` error for one field. `path` is a JSON pointer, e.g. `/metadata`. */
export function invalidField(path: string, message: string): QuarryError {
  return new QuarryError("invalid_request", `Invalid request: ${path} ${message}.`, {
    details: [{ path, message }],
  });
}
