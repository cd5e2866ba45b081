/**
 * All error codes, each with its HTTP status, the short name in the body's `error` field, and whether the same call may
 * succeed if it is retried.
 */
export const ERRORS = {
  invalid_request: { status: 400, name: "Bad Request", retryable: false },
  unauthorized: { status: 401, name: "Unauthorized", retryable: false },
  forbidden: { status: 403, name: "Forbidden", retryable: false },
  not_found: { status: 404, name: "Not Found", retryable: false },
  method_not_allowed: { status: 405, name: "Method Not Allowed", retryable: false },
  conflict: { status: 409, name: "Conflict", retryable: false },
  request_in_progress: { status: 409, name: "Conflict", retryable: true },
  idempotency_key_reused: { status: 409, name: "Conflict", retryable: false },
  outcome_unknown: { status: 409, name: "Conflict", retryable: false },
  payload_too_large: { status: 413, name: "Payload Too Large", retryable: false },
  unsupported_media_type: { status: 415, name: "Unsupported Media Type", retryable: false },
  rate_limited: { status: 429, name: "Too Many Requests", retryable: true },
  internal: { status: 500, name: "Internal Server Error", retryable: true },
  insufficient_storage: { status: 507, name: "Insufficient Storage", retryable: false },
  unavailable: { status: 503, name: "Service Unavailable", retryable: true },
} as const;

/** A machine-readable error code. */
export type ErrorCode = keyof typeof ERRORS;

/** An invalid field: a JSON pointer into the request, and the problem. */
export interface ErrorDetail {
  /** JSON pointer to the field in the body or the parameters; empty for the body itself. */
  path: string;
  /** What is wrong with the value, to be read after the name of the field. */
  message: string;
}
