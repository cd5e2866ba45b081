import { type Clock, QuarryError } from "@quarry/core";
import { LRUCache } from "lru-cache";
import type { Caller } from "../access/caller.ts";
import type { Database } from "../database/database.ts";
import { createMemoryCounter, createStoredCounter } from "./call-counter.ts";
import { type CallWindow, idOf, windowsOf } from "./call-windows.ts";

/** The state of a window. */
export interface RateStatus {
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Unix time in seconds when the window ends. When none is in progress: when a window that starts now would end. */
  readonly resetSeconds: number;
}

/** Enforces the limits on calls. */
export interface RateLimits {
  /** Counts a call and returns the window with the fewest calls left. `refusal` is set when the call exceeds a limit. */
  consume(caller: Caller): Promise<RateStatus & { readonly refusal?: QuarryError }>;
  /** Reads all windows without counting a call. */
  read(caller: Caller): Promise<RateStatus[]>;
}

/** The limit in the headers when there is none: more calls than a machine can answer. */
const UNLIMITED = 1_000_000_000;
const UNLIMITED_SECONDS = 60;
/** Longer windows are stored in the database, because they should survive a restart. */
const MEMORY_SECONDS = 3600;
const FULL_WINDOWS = 10_000;

/**
 * Creates the limits on calls: the organization's by its tier, and the key's own if it has one.
 * @param deps.isOnlyProcess True when no other process can serve this database at the same time.
 */
export function createRateLimits(deps: {
  clock: Clock;
  db: Database;
  isOnlyProcess: boolean;
  enterprisePerMinute: number | null;
}): RateLimits {
  const { clock, isOnlyProcess, enterprisePerMinute } = deps;
  const memory = createMemoryCounter();
  const stored = createStoredCounter(deps.db);
  // The end times of full windows: calls in them are refused without a query.
  const full = new LRUCache<string, number>({ max: FULL_WINDOWS });

  const counterOf = ({ windowSeconds }: CallWindow) =>
    isOnlyProcess && windowSeconds <= MEMORY_SECONDS ? memory : stored;

  function noteFull(window: CallWindow, untilMs: number): void {
    full.set(idOf(window), untilMs);
  }

  function refusedBy(windows: readonly CallWindow[]) {
    for (const window of windows) {
      const untilMs = full.get(idOf(window));
      if (untilMs === undefined) continue;
      if (untilMs > clock.now()) return refused(window, untilMs);
      full.delete(idOf(window));
    }
    return undefined;
  }

  function refused(window: CallWindow, untilMs: number) {
    return { ...toStatus(window, window.limit, untilMs), refusal: refusal(window, untilMs - clock.now()) };
  }

  return {
    async consume(caller) {
      const windows = windowsOf(caller, enterprisePerMinute);
      const known = refusedBy(windows);
      if (known) return known;
      let tightest: RateStatus | undefined;
      for (const window of windows) {
        const { count, msLeft } = await counterOf(window).count(window);
        const untilMs = clock.now() + msLeft;
        if (count >= window.limit) noteFull(window, untilMs);
        // A refused call does not count in the longer windows.
        if (count > window.limit) return refused(window, untilMs);
        const status = toStatus(window, count, untilMs);
        if (!tightest || status.remaining < tightest.remaining) tightest = status;
      }
      return tightest ?? unlimited(clock.now());
    },

    async read(caller) {
      const windows = windowsOf(caller, enterprisePerMinute);
      return Promise.all(
        windows.map(async (window) => {
          const found = await counterOf(window).read(window);
          const { count, msLeft } = found ?? { count: 0, msLeft: window.windowSeconds * 1000 };
          return toStatus(window, count, clock.now() + msLeft);
        }),
      );
    },
  };
}

function toStatus({ limit, windowSeconds }: CallWindow, count: number, untilMs: number): RateStatus {
  const remaining = Math.max(0, limit - count);
  return { limit, windowSeconds, remaining, resetSeconds: Math.ceil(untilMs / 1000) };
}

function unlimited(nowMs: number): RateStatus {
  return {
    limit: UNLIMITED,
    windowSeconds: UNLIMITED_SECONDS,
    remaining: UNLIMITED,
    resetSeconds: Math.ceil(nowMs / 1000) + UNLIMITED_SECONDS,
  };
}

function refusal({ name, limit, windowSeconds }: CallWindow, retryAfterMs: number): QuarryError {
  return new QuarryError(
    "rate_limited",
    `Too many requests: ${name} allows ${limit} in ${windowSeconds} seconds. Wait until the time in X-RateLimit-Reset.`,
    { retryAfterMs },
  );
}
