import { QuarryError } from "@quarry/core";

const RETRY_AFTER_MS = 5000;

/**
 * Waits for work, but not longer than a time.
 * @param onExpired Stops the work when its time is over. What work that takes longer returns or throws is dropped.
 * @throws QuarryError `unavailable` when the time is over; and the work's own errors.
 */
export async function within<Result>(
  timeoutMs: number,
  work: Promise<Result>,
  onExpired: () => void,
): Promise<Result> {
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(tookTooLong(timeoutMs));
    onExpired();
  }, timeoutMs);
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}

function tookTooLong(timeoutMs: number): QuarryError {
  return new QuarryError(
    "unavailable",
    `The question was not answered within ${timeoutMs} ms. Ask again, or ask for less: fewer spaces, or no reranking.`,
    { retryAfterMs: RETRY_AFTER_MS },
  );
}
