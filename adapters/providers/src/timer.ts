import type { Clock } from "@quarry/core";

/** The time and a way to wait for it, so that tests need not wait. */
export interface Timer extends Clock {
  /** Runs `run` once after `delayMs` milliseconds; the answer cancels it. */
  schedule(delayMs: number, run: () => void): () => void;
}

/** The machine's own time. It never jumps, unlike `Date.now()`, so a pause cannot last an hour by a clock change. */
export const systemTimer: Timer = {
  now: () => performance.timeOrigin + performance.now(),
  schedule(delayMs, run) {
    const handle = setTimeout(run, delayMs);
    return () => clearTimeout(handle);
  },
};
