import type { Timer } from "./timer.ts";

/** How long to wait when the provider does not say, and how wide to start again. */
export interface SharedPauseOptions {
  readonly timer: Timer;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** Calls side by side when all is well. */
  readonly concurrency: number;
  /** First wait, in milliseconds; each further one doubles. */
  readonly baseDelayMs: number;
  /** Longest wait, in milliseconds. */
  readonly maxDelayMs: number;
}

/**
 * One pause for all callers of a provider. A failure stops everybody; after the pause a single call goes ahead, and
 * each success doubles how many may follow, so that a busy provider is felt for and not hammered.
 */
export interface SharedPause {
  /** Number of pauses so far. A call remembers it when it starts, and hands it back with its outcome. */
  readonly epoch: number;
  /** Calls that may be under way together now. */
  readonly window: number;
  /** Milliseconds until calls may start; 0 = now. With `orderedOnly`, only what the provider itself asked for counts. */
  remainingMs(orderedOnly?: boolean): number;
  failed(epoch: number, retryAfterMs: number | undefined): void;
  succeeded(epoch: number): void;
}

/** Makes a pause that nobody is in. */
export function createSharedPause(options: SharedPauseOptions): SharedPause {
  const { timer, random, concurrency, baseDelayMs, maxDelayMs } = options;
  let epoch = 0;
  let level = 0;
  let window = concurrency;
  let orderedUntilMs = 0;
  let backoffUntilMs = 0;

  return {
    get epoch() {
      return epoch;
    },
    get window() {
      return window;
    },
    remainingMs(orderedOnly = false) {
      const untilMs = orderedOnly ? orderedUntilMs : Math.max(orderedUntilMs, backoffUntilMs);
      return Math.max(0, untilMs - timer.now());
    },
    failed(startedIn, retryAfterMs) {
      if (retryAfterMs !== undefined) {
        // A little later than asked, so that several processes do not come back in the same instant.
        const untilMs = timer.now() + retryAfterMs + random() * Math.min(250, retryAfterMs * 0.1);
        orderedUntilMs = Math.max(orderedUntilMs, untilMs);
      }
      // A call that left before this pause began knows nothing new: four failing together are one failure.
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
