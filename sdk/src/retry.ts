import { ConnectionError, QuarryError } from "./errors.ts";

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
/** A longer wait than this is the caller's business: the error is thrown, with `retryAfterMs`. */
const LONGEST_RETRY_AFTER_MS = 60_000;

const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 501, 502, 503, 504]);

/** Statuses that say that nothing was done, so that even a creation may be sent again. */
const REFUSED_STATUSES: ReadonlySet<number> = new Set([429, 503]);

/**
 * How long to wait before the next attempt; undefined when there should be none.
 *
 * `idempotent` tells whether doing it twice does no harm. When a connection breaks, nobody can know whether the
 * request had reached the server, so only idempotent calls are repeated then; a POST that creates is repeated only
 * when the server said that it refused. A time-out is never retried: the caller has waited as long as it wanted to.
 */
export function retryDelayMs(error: unknown, attempt: number, idempotent: boolean): number | undefined {
  if (!QuarryError.isInstance(error) || !isRetryable(error, idempotent)) return undefined;
  if (error.retryAfterMs !== undefined) {
    if (error.retryAfterMs > LONGEST_RETRY_AFTER_MS) return undefined;
    return error.retryAfterMs * (1 + Math.random() / 4);
  }
  return Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_DELAY_MS) * (1 - Math.random() / 4);
}

function isRetryable(error: QuarryError, idempotent: boolean): boolean {
  if (ConnectionError.isInstance(error)) return idempotent;
  return error.status !== undefined && (idempotent ? RETRYABLE_STATUSES : REFUSED_STATUSES).has(error.status);
}
