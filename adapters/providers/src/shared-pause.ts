import type { Timer } from "./timer.ts";

/** Settings of a shared pause. */
export interface SharedPauseOptions {
  readonly timer: Timer;
  /** Returns a number in [0, 1), for jitter. */
  readonly random: () => number;
  /** Maximum number of concurrent calls during normal operation. */
  readonly concurrency: number;
  /** First backoff, in milliseconds. Doubles with each further failure. */
  readonly baseDelayMs: number;
  /** Maximum backoff, in milliseconds. */
  readonly maxDelayMs: number;
}

/**
 * One backoff for all calls to a provider. A failure pauses all calls. After the pause a single call starts, and each
 * success doubles the number of concurrent calls, so that an overloaded provider can recover.
 */
export interface SharedPause {
  /** Number of pauses so far. A call reads it when it starts, and passes it to `failed` or `succeeded`. */
  readonly epoch: number;
  /** Current maximum number of concurrent calls. */
  readonly window: number;
  /** Milliseconds until calls may start; 0 for now. With `requestedOnly`, ignores the backoff of this process. */
  remainingMs(requestedOnly?: boolean): number;
  failed(epoch: number, retryAfterMs: number | undefined): void;
  succeeded(epoch: number): void;
}

/** Creates a pause that is over. */
export function createSharedPause(options: SharedPauseOptions): SharedPause {
  const { timer, random, concurrency, baseDelayMs, maxDelayMs } = options;
  let epoch = 0;
  let level = 0;
  let window = concurrency;
  /** End of the pause that the provider requested. */
  let requestedUntilMs = 0;
  let backoffUntilMs = 0;

  return {
    get epoch() {
      return epoch;
    },
    get window() {
      return window;
    },
    remainingMs(requestedOnly = false) {
      const untilMs = requestedOnly ? requestedUntilMs : Math.max(requestedUntilMs, backoffUntilMs);
      return Math.max(0, untilMs - timer.now());
    },
    failed(startedIn, retryAfterMs) {
      if (retryAfterMs !== undefined) {
        // Jitter keeps several processes from returning at the same time.
        const untilMs = timer.now() + retryAfterMs + random() * Math.min(250, retryAfterMs * 0.1);
        requestedUntilMs = Math.max(requestedUntilMs, untilMs);
      }
      // A call that started before this pause adds no information: concurrent failures count as one.
      if (startedIn !== epoch) return;
      epoch += 1;
      window = 1;
      if (retryAfterMs !== undefined) return;
      const delayMs = Math.min(maxDelayMs, baseDelayMs * 2 ** level);
      backoffUntilMs = timer.now() + delayMs * (0.5 + 0.5 * random());
      level += 1;
    },
    succeeded(startedIn) {
      if (startedIn !== epoch) return;
      level = 0;
      backoffUntilMs = 0;
      window = Math.min(concurrency, window * 2);
    },
  };
}
