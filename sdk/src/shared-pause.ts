import { sleep } from "./deadline.ts";
import { RateLimitError } from "./errors.ts";
import { LONGEST_RETRY_AFTER_MS } from "./retry.ts";

const LONGEST_SPREAD_MS = 250;

/** What a server's 429 means for all calls of a client: they wait together, instead of each being refused. */
export class SharedPause {
  #untilMs = 0;

  /** Takes notice of what a call was answered with. */
  note(error: unknown): void {
    if (!RateLimitError.isInstance(error) || error.retryAfterMs === undefined) return;
    // A longer wait is the caller's business.
    if (error.retryAfterMs > LONGEST_RETRY_AFTER_MS) return;
    this.#untilMs = Math.max(this.#untilMs, Date.now() + error.retryAfterMs);
  }

  /** Resolves when calls may be sent. They do not all start in the same moment then. */
  async over(signal?: AbortSignal): Promise<void> {
    for (let waitMs = this.#leftMs(); waitMs > 0; waitMs = this.#leftMs())
      await sleep(waitMs + Math.random() * Math.min(LONGEST_SPREAD_MS, waitMs / 4), signal);
  }

  #leftMs(): number {
    return this.#untilMs - Date.now();
  }
}
