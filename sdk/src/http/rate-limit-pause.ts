import { RateLimitError } from "../errors/errors.ts";
import { sleep } from "./deadline.ts";
import { MAX_RETRY_AFTER_MS } from "./retry.ts";

const MAX_SPREAD_MS = 250;

/** Makes all calls of a client wait after a 429, so that they are not rejected one after the other. */
export class RateLimitPause {
  #untilMs = 0;

  /** Starts or extends the pause if `error` is a 429 with a wait of at most {@link MAX_RETRY_AFTER_MS}. */
  observe(error: unknown): void {
    if (!RateLimitError.isInstance(error) || error.retryAfterMs === undefined) return;
    if (error.retryAfterMs > MAX_RETRY_AFTER_MS) return;
    this.#untilMs = Math.max(this.#untilMs, Date.now() + error.retryAfterMs);
  }

  /** Resolves when the pause is over, plus a random delay that spreads the waiting calls. */
  async wait(signal?: AbortSignal): Promise<void> {
    for (let waitMs = this.#remainingMs(); waitMs > 0; waitMs = this.#remainingMs())
      await sleep(waitMs + Math.random() * Math.min(MAX_SPREAD_MS, waitMs / 4), signal);
  }

  #remainingMs(): number {
    return this.#untilMs - Date.now();
  }
}
