import { QuarryError } from "@quarry/core";
import type { KeyRateLimit, Permission } from "@quarry/schema";
import type { Caller } from "../../platform/access/caller.ts";
import type { ApiKeyRow } from "../../records/keys/key-rows.ts";

/** The caller as the creator of keys: a key of a person outlives the session, a key of a key expires with its creator. */
export function asCreator(caller: Caller): Caller {
  return caller.role === null ? caller : { ...caller, expiresAt: null };
}

/** Requires that the caller has the permissions that it gives. @throws QuarryError `forbidden`. */
export function requireOwnPermissions(caller: Caller, permissions: readonly Permission[]): void {
  const missing = permissions.filter((permission) => !caller.permissions.has(permission));
  if (missing.length > 0)
    throw new QuarryError(
      "forbidden",
      `You do not have the permission ${missing.join(", ")}, so you cannot give it to a key.`,
    );
}

/** Requires that a new key expires no later and allows no more calls than the caller. @throws QuarryError `forbidden`. */
export function requireWithinLimits(
  creator: Caller,
  expiresAt: Date | null | undefined,
  rateLimit: KeyRateLimit | undefined,
): void {
  if (creator.expiresAt && expiresAt && expiresAt > creator.expiresAt)
    throw new QuarryError("forbidden", "A key cannot create a key that expires later than itself.");
  if (creator.rateLimit && rateLimit && perSecond(rateLimit) > perSecond(creator.rateLimit))
    throw new QuarryError("forbidden", "A key cannot create a key with a higher rate limit than its own.");
}

/**
 * Requires the same of a key that the caller rotates, because rotation returns the key's secret.
 * @throws QuarryError `forbidden`.
 */
export function requireMayRotate(creator: Caller, { expiresAt, rateLimit }: ApiKeyRow): void {
  const expiresLater = creator.expiresAt && (expiresAt === null || expiresAt > creator.expiresAt);
  const allowsMoreCalls =
    creator.rateLimit && (rateLimit === null || perSecond(rateLimit) > perSecond(creator.rateLimit));
  if (expiresLater || allowsMoreCalls)
    throw new QuarryError(
      "forbidden",
      "A key cannot rotate a key that expires later or has a higher rate limit than itself. Use a key without such limits, or sign in.",
    );
}

function perSecond({ limit, windowSeconds }: KeyRateLimit): number {
  return limit / windowSeconds;
}
