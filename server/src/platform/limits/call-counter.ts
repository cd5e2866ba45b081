import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Database } from "../database/database.ts";
import { type CallCount, countCall, readCallCount } from "./call-count-queries.ts";
import { type CallWindow, idOf } from "./call-windows.ts";

/** Counts calls; a count is given to one call only, however many come at the same moment. */
export interface CallCounter {
  /** Counts a call and answers the count with it. */
  count(window: CallWindow): Promise<CallCount>;
  /** The count as it is; undefined where no window has begun. */
  read(window: CallWindow): Promise<CallCount | undefined>;
}

/** Counts in this process's memory, which ends with it. */
export function createMemoryCounter(): CallCounter {
  const limiters = new Map<number, RateLimiterMemory>();

  function limiterOf(windowSeconds: number): RateLimiterMemory {
    const known = limiters.get(windowSeconds);
    if (known) return known;
    // It only counts: what is too many differs from window to window.
    const limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: windowSeconds });
    limiters.set(windowSeconds, limiter);
    return limiter;
  }

  return {
    async count(window) {
      const { consumedPoints, msBeforeNext } = await limiterOf(window.windowSeconds).consume(idOf(window));
      return { count: consumedPoints, msLeft: msBeforeNext };
    },
    async read(window) {
      const found = await limiterOf(window.windowSeconds).get(idOf(window));
      return found && found.msBeforeNext > 0
        ? { count: found.consumedPoints, msLeft: found.msBeforeNext }
        : undefined;
    },
  };
}

/** Counts in the database, for all processes on it and over their restarts. */
export function createStoredCounter(db: Database): CallCounter {
  return {
    count: (window) => countCall(db, idOf(window), window),
    read: (window) => readCallCount(db, idOf(window)),
  };
}
