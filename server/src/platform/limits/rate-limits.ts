import { type Clock, QuarryError } from "@quarry/core";
import type { Caller } from "../access/caller.ts";
import type { Database } from "../database/database.ts";
import { createMemoryCounter, createStoredCounter } from "./call-counter.ts";
import { type CallWindow, idOf, windowsOf } from "./call-windows.ts";

/** A window that a caller's calls count in. */
export interface RateStatus {
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Unix time in seconds when the window ends; when one would that began now, where none has begun. */
  readonly resetSeconds: number;
}

/** Counts calls. */
export interface RateLimits {
  /** Counts a call, and answers the tightest of its windows; `refusal` is set when the call is over a limit. */
  consume(caller: Caller): Promise<RateStatus & { readonly refusal?: QuarryError }>;
  /** All windows as they are, without counting. */
  read(caller: Caller): Promise<RateStatus[]>;
}

/** What stands in the headers where nothing is limited: more calls than a machine can answer. */
const UNLIMITED = 1_000_000_000;
const UNLIMITED_SECONDS = 60;
/** Longer windows outlive the process. */
const MEMORY_SECONDS = 3600;
const FULL_WINDOWS = 10_000;

/**
 * Creates the call limits: of the organization by its tier, and of the key where it has one.
 * @param isOnlyProcess True when no other process can ever serve this database beside this one.
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
  // Windows that are full, and until when: of these nobody needs to ask.
  const full = new Map<string, number>();

  const counterOf = ({ windowSeconds }: CallWindow) =>
    isOnlyProcess && windowSeconds <= MEMORY_SECONDS ? memory : stored;

  function noteFull(window: CallWindow, untilMs: number): void {
    if (full.size >= FULL_WINDOWS) full.clear();
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
        // A refused call does not count in the windows that follow.
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
