import { QuarryError } from "@quarry/core";
import { type CreateApiKeyBody, type KeyRateLimit, TIER_LIMITS, type Tier } from "@quarry/schema";
import type { Caller } from "../../platform/access/caller.ts";

const DAY_SECONDS = 86_400;
const DAY_MS = DAY_SECONDS * 1000;
/** Clocks differ, and a request takes its time: an expiry this near to the only one allowed means it. */
const CLOCK_TOLERANCE_MS = 300_000;

/** What a new key's tier makes of its wishes. */
export interface KeyTerms {
  readonly expiresAt: Date | null;
  readonly rateLimit: KeyRateLimit | null;
}

/**
 * The terms of a new key under its organization's tier (interface §5.2): what is left out is what the tier wants, or as
 * with the caller.
 * @throws QuarryError `forbidden` when the tier does not allow what was asked for.
 */
export function termsUnderTier(
  caller: Caller,
  { permissions }: CreateApiKeyBody,
  wanted: { readonly expiresAt: Date | null | undefined; readonly rateLimit: KeyRateLimit | undefined },
  nowMs: number,
): KeyTerms {
  const { tier } = caller;
  const { customPermissions, keyExpiryDays, keyRequestsPerDay } = TIER_LIMITS[tier];
  if (permissions && !customPermissions)
    throw refused(tier, "allows keys of the standard levels only: give level read, write or admin");
  return {
    expiresAt: expiryUnderTier(caller, keyExpiryDays, wanted.expiresAt, nowMs),
    rateLimit: rateUnderTier(caller, keyRequestsPerDay, wanted.rateLimit),
  };
}

function expiryUnderTier(
  { tier, expiresAt }: Caller,
  days: number | null,
  wanted: Date | null | undefined,
  nowMs: number,
): Date | null {
  if (days === null) return wanted ?? expiresAt;
  const only = nowMs + days * DAY_MS;
  const isOther = wanted === null || (wanted && Math.abs(wanted.getTime() - only) > CLOCK_TOLERANCE_MS);
  if (isOther) throw refused(tier, `has keys expire after exactly ${days} days: leave expiresAt out`);
  return new Date(only);
}

function rateUnderTier(
  { tier, rateLimit }: Caller,
  perDay: number | null,
  wanted: KeyRateLimit | undefined,
): KeyRateLimit | null {
  if (perDay === null) return wanted ?? rateLimit;
  if (!wanted) return { limit: perDay, windowSeconds: DAY_SECONDS };
  const windowsADay = Math.max(1, Math.ceil(DAY_SECONDS / wanted.windowSeconds));
  if (wanted.limit * windowsADay > perDay)
    throw refused(tier, `allows a key at most ${perDay} calls a day: ask for a lower rateLimit`);
  return wanted;
}

/** The error for a tier that has as many keys as it may. */
export function tooManyKeys(tier: Tier, limit: number): QuarryError {
  const keys = limit === 1 ? "1 API key" : `${limit} API keys`;
  return refused(tier, `allows ${keys} at a time: delete one first`);
}

function refused(tier: Tier, rule: string): QuarryError {
  return new QuarryError("forbidden", `The ${tier} tier ${rule}, or ask the operator for another tier.`);
}
