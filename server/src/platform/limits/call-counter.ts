import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Database } from "../database/database.ts";
import { type CallCount, countCall, readCallCount } from "./call-count-queries.ts";
import { type CallWindow, idOf } from "./call-windows.ts";

/** Counts calls atomically: no two calls get the same count. */
export interface CallCounter {
  /** Counts a call and returns the new count. */
  count(window: CallWindow): Promise<CallCount>;
  /** Reads the count; undefined when no window is in progress. */
  read(window: CallWindow): Promise<CallCount | undefined>;
}

/** Creates a counter in this process's memory. */
export function createMemoryCounter(): CallCounter {
  const limiters = new Map<number, RateLimiterMemory>();

  function limiterOf(windowSeconds: number): RateLimiterMemory {
    const known = limiters.get(windowSeconds);
    if (known) return known;
    // Used only to count: the limit differs between windows.
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

/** Creates a counter in the database, which all processes share and which survives restarts. */
export function createStoredCounter(db: Database): CallCounter {
  return {
    count: (window) => countCall(db, idOf(window), window),
    read: (window) => readCallCount(db, idOf(window)),
  };
}
