import { setTimeout as sleep } from "node:timers/promises";
import { RateLimitError } from "@quarry/sdk";

/** A longer limit, such as a daily one, ends the upload. */
const MAX_PAUSE_MS = 10 * 60_000;
const DEFAULT_PAUSE_MS = 1000;

/** Calls the server and retries after rate limits until the call succeeds. */
export async function retryRateLimit<Result>(
  call: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (;;)
    try {
      return await call();
    } catch (error) {
      if (!RateLimitError.isInstance(error)) throw error;
      const pauseMs = error.retryAfterMs ?? DEFAULT_PAUSE_MS;
      if (pauseMs > MAX_PAUSE_MS) throw error;
      // Randomized, so that waiting calls are not retried at the same time.
      await sleep(pauseMs * (1 + Math.random()), undefined, { signal });
    }
}
