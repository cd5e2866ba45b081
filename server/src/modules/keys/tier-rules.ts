import { QuarryError } from "@quarry/core";
import { type CreateApiKeyBody, type KeyRateLimit, TIER_LIMITS, type Tier } from "@quarry/schema";
import type { Caller } from "../../platform/access/caller.ts";

const DAY_SECONDS = 86_400;
const DAY_MS = DAY_SECONDS * 1000;
/** Tolerance for clock skew and latency when an expiry must have one exact value. */
const CLOCK_TOLERANCE_MS = 300_000;

/** The expiry and rate limit of a new key. */
export interface KeyTerms {
  readonly expiresAt: Date | null;
  readonly rateLimit: KeyRateLimit | null;
}

/**
 * The terms of a new key under its organization's tier (interface §5.2). Terms that are not requested default to
 * the tier's, else to the caller's.
 * @throws QuarryError `forbidden` when the tier does not allow the requested terms.
 */
export function termsUnderTier(
  caller: Caller,
  { permissions }: CreateApiKeyBody,
  requested: { readonly expiresAt: Date | null | undefined; readonly rateLimit: KeyRateLimit | undefined },
  nowMs: number,
): KeyTerms {
  const { tier } = caller;
  const { customPermissions, keyExpiryDays, keyRequestsPerDay } = TIER_LIMITS[tier];
  if (permissions && !customPermissions)
    throw refused(
      tier,
      "allows only keys with a level: send level read, write or admin instead of permissions",
    );
  return {
    expiresAt: expiryUnderTier(caller, keyExpiryDays, requested.expiresAt, nowMs),
    rateLimit: rateUnderTier(caller, keyRequestsPerDay, requested.rateLimit),
  };
}

function expiryUnderTier(
  { tier, expiresAt }: Caller,
  days: number | null,
  requested: Date | null | undefined,
  nowMs: number,
): Date | null {
  if (days === null) return requested ?? expiresAt;
  const required = nowMs + days * DAY_MS;
  const isDifferent =
    requested === null || (requested && Math.abs(requested.getTime() - required) > CLOCK_TOLERANCE_MS);
  if (isDifferent) throw refused(tier, `requires keys to expire after exactly ${days} days: omit expiresAt`);
  return new Date(required);
}

function rateUnderTier(
  { tier, rateLimit }: Caller,
  perDay: number | null,
  requested: KeyRateLimit | undefined,
): KeyRateLimit | null {
  if (perDay === null) return requested ?? rateLimit;
  if (!requested) return { limit: perDay, windowSeconds: DAY_SECONDS };
  const windowsPerDay = Math.max(1, Math.ceil(DAY_SECONDS / requested.windowSeconds));
  if (requested.limit * windowsPerDay > perDay)
    throw refused(tier, `allows a key at most ${perDay} calls per day: send a lower rateLimit`);
  return requested;
}

/** The error for an organization that has reached its tier's limit of keys. */
export function tooManyKeys(tier: Tier, limit: number): QuarryError {
  const keys = limit === 1 ? "1 API key" : `${limit} API keys`;
  return refused(tier, `allows ${keys} at a time: delete one first`);
}

function refused(tier: Tier, rule: string): QuarryError {
  return new QuarryError("forbidden", `The ${tier} tier ${rule}, or ask the operator for another tier.`);
}
