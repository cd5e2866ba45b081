import { TIER_LIMITS } from "@quarry/schema";
import type { Caller } from "../access/caller.ts";

/** A limit on calls: at most `limit` in a window that starts with the first call. */
export interface CallWindow {
  /** The limited subject, for messages. */
  readonly name: string;
  /** Calls with the same key are counted together. */
  readonly key: string;
  readonly limit: number;
  readonly windowSeconds: number;
}

/** Identifies a window. */
export function idOf({ key, limit, windowSeconds }: CallWindow): string {
  return `${key}/${limit}/${windowSeconds}`;
}

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

/**
 * The windows that count a caller's calls, shortest first: a call that a short window refuses does not count in the
 * longer ones.
 * @param enterprisePerMinute The operator's limit for the enterprise tier; null for no limit.
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
