import { QuarryError } from "@quarry/core";
import type { KeyRateLimit, OrganizationRole, Permission } from "@quarry/schema";
import type { TenantScope } from "./tenant-scope.ts";

/** Who did something, as the audit log names them. */
export interface Actor {
  readonly kind: "key" | "person" | "operator";
  readonly id: string;
  /** A key's name, a person's e-mail address. */
  readonly name: string;
}

/** Who calls: whose rows are theirs, and what they may do with them in this call. */
export interface Caller extends TenantScope {
  readonly actor: Actor;
  /** A person's role in the organization; null for an API key. */
  readonly role: OrganizationRole | null;
  readonly permissions: ReadonlySet<Permission>;
  /** The key's own, besides those of the tier. */
  readonly rateLimit: KeyRateLimit | null;
  /** When the credentials end, or null. */
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
  if (anyOf.some((permission) => caller.permissions.has(permission))) return;
  const wanted = anyOf.join(" or ");
  throw new QuarryError(
    "forbidden",
    caller.role === null
      ? `This API key lacks the permission ${wanted}. Use a key that has it, or ask an admin for one.`
      : `As ${caller.role} of the organization you lack the permission ${wanted}. Ask an admin.`,
  );
}

/**
 * Refuses a key that is for some spaces only where a call concerns the whole organization.
 * @throws QuarryError `forbidden`.
 */
export function requireWholeOrganization(caller: Caller): void {
  if (caller.spaceIds === null) return;
  throw new QuarryError(
    "forbidden",
    "This API key is for some spaces only, and this concerns the whole organization. Use a key without a list of spaces.",
  );
}
