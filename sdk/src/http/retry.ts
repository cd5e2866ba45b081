import { ConflictError, ConnectionError, QuarryError } from "../errors/errors.ts";

import { backoffMs } from "./backoff.ts";

const MAX_DELAY_MS = 8_000;
/** If the server asks for a longer wait, the error is thrown, with `retryAfterMs`. */
export const MAX_RETRY_AFTER_MS = 60_000;

const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 501, 502, 503, 504]);

/**
 * How long to wait before the next attempt; undefined if the call must not be retried. Timeouts are never retried,
 * because the caller has already waited as long as it allowed.
 */
export function retryDelayMs(error: unknown, attempt: number): number | undefined {
  if (!QuarryError.isInstance(error) || !isRetryable(error)) return undefined;
  if (error.retryAfterMs !== undefined) {
    if (error.retryAfterMs > MAX_RETRY_AFTER_MS) return undefined;
    return error.retryAfterMs * (1 + Math.random() / 4);
  }
  return backoffMs(attempt, MAX_DELAY_MS);
}

/** True if the server is still processing an earlier attempt, whose response a later attempt will receive. */
export function isInProgress(error: unknown): boolean {
  return ConflictError.isInstance(error) && error.code === "request_in_progress";
}

function isRetryable(error: QuarryError): boolean {
  return (
    ConnectionError.isInstance(error) || isInProgress(error) || RETRYABLE_STATUSES.has(error.status ?? 0)
  );
}
