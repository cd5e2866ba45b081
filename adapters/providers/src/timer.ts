import type { Clock } from "@quarry/core";

/** A clock with timeouts. Tests replace it with a virtual one. */
export interface Timer extends Clock {
  /** Calls `run` once after `delayMs` milliseconds. Returns a function that cancels it. */
  schedule(delayMs: number, run: () => void): () => void;
}

/** The system's monotonic clock. Unlike `Date.now()` it never jumps, so a clock change cannot extend a pause. */
export const systemTimer: Timer = {
  now: () => performance.timeOrigin + performance.now(),
  schedule(delayMs, run) {
    const handle = setTimeout(run, delayMs);
    return () => clearTimeout(handle);
  },
};
