import { type Clock, QuarryError } from "@quarry/core";
import type { Tier } from "@quarry/schema";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Caller } from "../caller.ts";

/** The tightest of the windows that a call counts in. */
export interface RateStatus {
  readonly limit: number;
  readonly remaining: number;
  /** Unix time in seconds. */
  readonly resetSeconds: number;
  /** Set when the call is over a limit. */
  readonly refusal: QuarryError | undefined;
}

/** Counts calls. */
export interface RateLimits {
  consume(caller: Caller): Promise<RateStatus>;
}

interface Window {
  readonly name: string;
  readonly key: string;
  readonly limit: number;
  readonly windowSeconds: number;
}

/** What stands in the headers where nothing is limited: more calls than a machine can answer. */
const UNLIMITED = 1_000_000_000;

const PER_MINUTE: Record<Tier, number> = { sandbox: 60, developer: 60, pro: 300, enterprise: UNLIMITED };
const SANDBOX_PER_DAY = 100;

/** Creates the call limits of this process: of the organization by its tier, and of the key where it has one. */
export function createRateLimits(clock: Clock): RateLimits {
  const limiters = new Map<string, RateLimiterMemory>();

  function limiterOf({ limit, windowSeconds }: Window): RateLimiterMemory {
    const id = `${limit}/${windowSeconds}`;
    const known = limiters.get(id);
    if (known) return known;
    const limiter = new RateLimiterMemory({ keyPrefix: id, points: limit, duration: windowSeconds });
    limiters.set(id, limiter);
    return limiter;
  }

  async function consume(window: Window): Promise<RateStatus> {
    const used = await limiterOf(window)
      .consume(window.key)
      .catch((refused: unknown) => {
        if (refused instanceof RateLimiterRes) return refused;
        throw refused;
      });
    const isOver = used.consumedPoints > window.limit;
    return {
      limit: window.limit,
      remaining: Math.max(0, window.limit - used.consumedPoints),
      resetSeconds: Math.ceil((clock.now() + used.msBeforeNext) / 1000),
      refusal: isOver ? refusal(window, used.msBeforeNext) : undefined,
    };
  }

  return {
    async consume(caller) {
      const statuses: RateStatus[] = [];
      for (const window of windowsOf(caller)) {
        const status = await consume(window);
        statuses.push(status);
        if (status.refusal) return status; // A refused call does not count in the windows that follow.
      }
      return statuses.reduce((tightest, status) =>
        status.remaining < tightest.remaining ? status : tightest,
      );
    },
  };
}

function windowsOf({ orgId, keyId, tier, rateLimit }: Caller): Window[] {
  const windows: Window[] = [];
  if (rateLimit) windows.push({ name: "this API key", key: keyId, ...rateLimit });
  windows.push({ name: `the ${tier} tier`, key: orgId, limit: PER_MINUTE[tier], windowSeconds: 60 });
  // Last, so that calls which a shorter window refused do not use up the day.
  if (tier === "sandbox")
    windows.push({ name: "the sandbox tier", key: orgId, limit: SANDBOX_PER_DAY, windowSeconds: 86_400 });
  return windows;
}

function refusal({ name, limit, windowSeconds }: Window, retryAfterMs: number): QuarryError {
  return new QuarryError(
    "rate_limited",
    `Too many requests: ${name} allows ${limit} in ${windowSeconds} seconds. Wait until the time in X-RateLimit-Reset.`,
    { retryAfterMs },
  );
}
