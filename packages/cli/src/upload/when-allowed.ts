import { setTimeout as sleep } from "node:timers/promises";
import { RateLimitError } from "@quarry/sdk";

/** A limit that lasts longer, of a day's calls say, is no pause but an end. */
const LONGEST_PAUSE_MS = 10 * 60_000;
const STANDARD_PAUSE_MS = 1000;

/** Calls the server; where calls are limited, as often as it takes until this one is let through. */
export async function whenAllowed<Result>(call: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (;;)
    try {
      return await call();
    } catch (error) {
      if (!RateLimitError.isInstance(error)) throw error;
      const pauseMs = error.retryAfterMs ?? STANDARD_PAUSE_MS;
      if (pauseMs > LONGEST_PAUSE_MS) throw error;
      // Spread, so that the calls that wait do not all come back at once.
      await sleep(pauseMs * (1 + Math.random()), undefined, { signal });
    }
}
