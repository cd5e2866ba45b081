import type { Caller } from "../access/caller.ts";
import type { RateLimits } from "../limits/rate-limits.ts";

/** What is needed of a request's context. */
export interface Context {
  readonly request: Request;
  readonly params?: Readonly<Record<string, string>>;
  readonly set: { readonly headers: Record<string, string | number | undefined> };
}

/** Tells who calls and counts the call; the answer says in its headers how many are left. */
export type Identify = (context: Context) => Promise<Caller>;

/** Creates it. @throws QuarryError what `authenticate` throws, and `rate_limited`. */
export function createIdentify(deps: {
  /** Tells who sends a request; throws `unauthorized`. */
  authenticate(request: Request): Promise<Caller>;
  readonly rateLimits: RateLimits;
}): Identify {
  const { authenticate, rateLimits } = deps;
  return async ({ request, set }) => {
    const caller = await authenticate(request);
    const { limit, remaining, resetSeconds, refusal } = await rateLimits.consume(caller);
    set.headers["x-ratelimit-limit"] = String(limit);
    set.headers["x-ratelimit-remaining"] = String(remaining);
    set.headers["x-ratelimit-reset"] = String(resetSeconds);
    if (refusal) throw refusal;
    return caller;
  };
}
