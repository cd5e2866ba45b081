import { QuarryError } from "@quarry/core";
import type { KeyRateLimit, OrganizationRole, Permission } from "@quarry/schema";
import type { TenantScope } from "./tenant-scope.ts";

/** The author of an action in the audit log. */
export interface Actor {
  readonly kind: "key" | "person" | "operator";
  readonly id: string;
  /** The name of a key or the e-mail address of a person. */
  readonly name: string;
}

/** An authenticated caller: the rows it can access and its permissions. */
export interface Caller extends TenantScope {
  readonly actor: Actor;
  /** A person's role in the organization; null for an API key. */
  readonly role: OrganizationRole | null;
  readonly permissions: ReadonlySet<Permission>;
  /** The key's own rate limit, in addition to the limits of the tier. */
  readonly rateLimit: KeyRateLimit | null;
  /** When the credentials expire; null when they do not. */
  readonly expiresAt: Date | null;
}

/**
 * Requires a permission.
 * @throws QuarryError `forbidden` that names the permission.
 */
export function requirePermission(caller: Caller, permission: Permission): void {
  requireAnyPermission(caller, [permission]);
}

/**
 * Requires at least one of several permissions.
 * @throws QuarryError `forbidden` that names the permissions.
 */
export function requireAnyPermission(caller: Caller, anyOf: readonly Permission[]): void {
  if (anyOf.some((permission) => caller.permissions.has(permission))) return;
  const wanted = anyOf.join(" or ");
  throw new QuarryError(
    "forbidden",
    caller.role === null
      ? `This API key does not have the permission ${wanted}. Use a key that has it, or ask an admin for one.`
      : `Your role ${caller.role} does not have the permission ${wanted}. Ask an admin of the organization.`,
  );
}

/**
 * Requires access to the whole organization.
 * @throws QuarryError `forbidden` for a key that is limited to some spaces.
 */
export function requireWholeOrganization(caller: Caller): void {
  if (caller.spaceIds === null) return;
  throw new QuarryError(
    "forbidden",
    "This API key is limited to some spaces, and this call affects the whole organization. Use a key without a list of spaces.",
  );
}
