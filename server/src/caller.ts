import { QuarryError } from "@quarry/core";
import type { KeyRateLimit, Permission, Tier } from "@quarry/schema";

/** Who calls: an organization, and what it may do in this call. */
export interface Caller {
  readonly orgId: string;
  readonly keyId: string;
  readonly tier: Tier;
  readonly permissions: ReadonlySet<Permission>;
  readonly rateLimit: KeyRateLimit | null;
  /** When the key ends, or null. */
  readonly expiresAt: Date | null;
}

/**
 * Refuses a caller that lacks a permission.
 * @throws QuarryError `forbidden` whose message names it.
 */
export function requirePermission(caller: Caller, permission: Permission): void {
  requireAnyPermission(caller, [permission]);
}

/**
 * Refuses a caller that has none of several permissions.
 * @throws QuarryError `forbidden` whose message names them.
 */
export function requireAnyPermission(caller: Caller, anyOf: readonly Permission[]): void {
  if (!anyOf.some((permission) => caller.permissions.has(permission)))
    throw new QuarryError(
      "forbidden",
      `This API key lacks the permission ${anyOf.join(" or ")}. Use a key that has it, or ask an admin for one.`,
    );
}
