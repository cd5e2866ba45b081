import { QuarryError } from "@quarry/core";

const RETRY_AFTER_MS = 5000;

/** What happens when the time of work is over. */
export interface Expiry {
  /** The error. Default: of a question. */
  readonly refusal?: (timeoutMs: number) => QuarryError;
  /** Stops the work. */
  readonly stop?: () => void;
}

/**
 * Waits for work, but not longer than a time. What work that takes longer returns or throws is dropped.
 * @throws QuarryError `unavailable` when the time is over; and the work's own errors.
 */
export async function within<Result>(
  timeoutMs: number,
  work: Promise<Result>,
  { refusal = questionTookTooLong, stop }: Expiry = {},
): Promise<Result> {
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(refusal(timeoutMs));
    stop?.();
  }, timeoutMs);
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}

/** The error of a question that took too long. */
export function questionTookTooLong(timeoutMs: number): QuarryError {
  return new QuarryError(
    "unavailable",
    `The question was not answered within ${timeoutMs} ms. Ask again, or ask for less: fewer spaces, or no reranking.`,
    { retryAfterMs: RETRY_AFTER_MS },
  );
}
