import { ConflictError, ConnectionError, QuarryError } from "./errors.ts";

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
/** A longer wait than this is the caller's business: the error is thrown, with `retryAfterMs`. */
export const LONGEST_RETRY_AFTER_MS = 60_000;

const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 501, 502, 503, 504]);

/**
 * How long to wait before the next attempt; undefined when there should be none. A time-out is never retried: the caller
 * has waited as long as it wanted to.
 */
export function retryDelayMs(error: unknown, attempt: number): number | undefined {
  if (!QuarryError.isInstance(error) || !isRetryable(error)) return undefined;
  if (error.retryAfterMs !== undefined) {
    if (error.retryAfterMs > LONGEST_RETRY_AFTER_MS) return undefined;
    return error.retryAfterMs * (1 + Math.random() / 4);
  }
  return Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_DELAY_MS) * (1 - Math.random() / 4);
}

/** True when an attempt from before is still being answered, and this one would get its answer a little later. */
export function isInProgress(error: unknown): boolean {
  return ConflictError.isInstance(error) && error.code === "request_in_progress";
}

function isRetryable(error: QuarryError): boolean {
  return (
    ConnectionError.isInstance(error) || isInProgress(error) || RETRYABLE_STATUSES.has(error.status ?? 0)
  );
}
