import { ERRORS, type ErrorCode, type ErrorDetail } from "@quarry/schema";

/** What goes with an error besides its code and message. */
export interface QuarryErrorOptions {
  /** Offending fields, on `invalid_request`. */
  readonly details?: readonly ErrorDetail[];
  /** When to try again, on `unavailable`, `rate_limited` and `request_in_progress`. */
  readonly retryAfterMs?: number;
  /** What led here; logged, never shown to a caller. */
  readonly cause?: unknown;
}

const marker = Symbol.for("quarry.error");

/**
 * The one error class: a code, and a message that says what is wrong and what to do. The message is shown to
 * callers, so it holds no SQL, no stack and no secret. HTTP status and retryability follow from the code.
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

  /** True for a QuarryError, also one of another copy of this package. */
  static isInstance(value: unknown): value is QuarryError {
    return typeof value === "object" && value !== null && marker in value;
  }
}

/** An `invalid_request` about one field. `path` is a JSON pointer, e.g. `/metadata`. */
export function invalidField(path: string, message: string): QuarryError {
  return new QuarryError("invalid_request", `Invalid request: ${path} ${message}.`, {
    details: [{ path, message }],
  });
}
