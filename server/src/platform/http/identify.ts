import type { Context as ElysiaContext } from "elysia";
import type { Caller } from "../access/caller.ts";
import type { RateLimits } from "../limits/rate-limits.ts";

/** The part of a request's context that authentication and rate limits use. */
export interface Context {
  readonly request: Request;
  readonly params?: Readonly<Record<string, string>>;
  readonly set: ElysiaContext["set"];
}

/** Authenticates the caller and counts the call. Sets the `X-RateLimit` headers of the response. */
export type Identify = (context: Context) => Promise<Caller>;

/** Creates the function. It throws the errors of `authenticate`, and QuarryError `rate_limited`. */
export function createIdentify(deps: {
  /** Authenticates the sender of a request. Throws `unauthorized`. */
  authenticate(request: Request): Promise<Caller>;
  readonly rateLimits: RateLimits;
  /** Counts a call that no limit has refused. */
  countCall(orgId: string): void;
}): Identify {
  const { authenticate, rateLimits, countCall } = deps;
  return async ({ request, set }) => {
    const caller = await authenticate(request);
    const { limit, remaining, resetSeconds, refusal } = await rateLimits.consume(caller);
    set.headers["x-ratelimit-limit"] = String(limit);
    set.headers["x-ratelimit-remaining"] = String(remaining);
    set.headers["x-ratelimit-reset"] = String(resetSeconds);
    if (refusal) throw refusal;
    countCall(caller.orgId);
    return caller;
  };
}
