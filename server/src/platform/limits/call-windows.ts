import { TIER_LIMITS } from "@quarry/schema";
import type { Caller } from "../access/caller.ts";

/** A limit on calls: at most so many in a window, which begins with the first of them. */
export interface CallWindow {
  /** Who or what is limited, as a message says it. */
  readonly name: string;
  /** What is counted together. */
  readonly key: string;
  readonly limit: number;
  readonly windowSeconds: number;
}

/** What tells a window from all others. */
export function idOf({ key, limit, windowSeconds }: CallWindow): string {
  return `${key}/${limit}/${windowSeconds}`;
}

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

/**
 * The windows that a caller's calls count in, the shortest first: calls that it refuses do not use up the longer ones.
 * @param enterprisePerMinute What the operator has set for the enterprise tier; null for no limit.
 */
export function windowsOf(
  { orgId, actor, tier, rateLimit }: Caller,
  enterprisePerMinute: number | null,
): CallWindow[] {
  const { requestsPerMinute, requestsPerDay } = TIER_LIMITS[tier];
  const perMinute = tier === "enterprise" ? enterprisePerMinute : requestsPerMinute;
  const windows: CallWindow[] = [];
  if (rateLimit) windows.push({ name: "this API key", key: actor.id, ...rateLimit });
  const add = (limit: number | null, windowSeconds: number) => {
    if (limit !== null) windows.push({ name: `the ${tier} tier`, key: orgId, limit, windowSeconds });
  };
  add(perMinute, MINUTE_SECONDS);
  add(requestsPerDay, DAY_SECONDS);
  return windows.length < 2 ? windows : windows.sort((a, b) => a.windowSeconds - b.windowSeconds);
}
