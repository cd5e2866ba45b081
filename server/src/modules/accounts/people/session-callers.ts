import { type Clock, QuarryError } from "@quarry/core";
import { type OrganizationRole, type Permission, ROLE_PERMISSIONS } from "@quarry/schema";
import { LRUCache } from "lru-cache";
import type { Caller } from "../../../platform/access/caller.ts";
import type { Database } from "../../../platform/database/database.ts";
import { findMembership, type Membership } from "./membership-rows.ts";

/** Header with the id or slug of the organization for a call, instead of the session's active one. */
export const ORGANIZATION_HEADER = "quarry-organization";

/** Converts a person's membership to a caller. */
export function toPersonCaller(
  { orgId, tier, role }: Membership,
  person: { readonly userId: string; readonly email: string; readonly expiresAt: Date },
  allowed: (permission: Permission) => boolean = () => true,
): Caller {
  const permissions: readonly Permission[] = ROLE_PERMISSIONS[role satisfies OrganizationRole];
  return {
    orgId,
    tier,
    spaceIds: null,
    actor: { kind: "person", id: person.userId, name: person.email },
    role,
    permissions: new Set(permissions.filter(allowed)),
    rateLimit: null,
    expiresAt: person.expiresAt,
  };
}

/** A session as better-auth returns it. */
export interface SignedIn {
  readonly user: { readonly id: string; readonly email: string; readonly name: string };
  readonly session: { readonly expiresAt: Date; readonly activeOrganizationId?: string | null | undefined };
}

/**
 * The caller behind a session, in the named organization or else in the active one.
 * @throws QuarryError `not_found` for an organization that the person is not in, `forbidden` when none is active.
 */
export async function toSessionCaller(
  db: Database,
  { user, session }: SignedIn,
  named: string | null,
): Promise<Caller> {
  const organization = named ?? session.activeOrganizationId ?? null;
  const membership = organization === null ? undefined : await findMembership(db, user.id, organization);
  if (membership)
    return toPersonCaller(membership, { userId: user.id, email: user.email, expiresAt: session.expiresAt });
  if (named !== null)
    throw new QuarryError("not_found", `There is no organization ${JSON.stringify(named.slice(0, 100))}.`);
  throw new QuarryError(
    "forbidden",
    "You are not a member of an organization, or no longer of your active one. Choose one with /api/auth/organization/set-active, or create one.",
  );
}

/** Creates a cache of callers by secret. It keeps them for less than a second, like the cache of API keys. */
export function createCallerCache<Key extends string>(
  clock: Clock,
  load: (key: Key) => Promise<Caller | undefined>,
): { get(key: Key): Promise<Caller | undefined>; clear(): void } {
  const cache = new LRUCache<Key, { readonly caller: Promise<Caller | undefined>; readonly untilMs: number }>(
    {
      max: CACHE_ENTRIES,
    },
  );
  return {
    get(key) {
      const now = clock.now();
      const known = cache.get(key);
      if (known && known.untilMs > now) return known.caller;
      const caller = load(key);
      cache.set(key, { caller, untilMs: now + CACHE_MS });
      const forget = () => {
        if (cache.get(key)?.caller === caller) cache.delete(key);
      };
      // Failures are retried immediately, and unknown secrets must not fill the cache.
      caller.then((found) => found ?? forget(), forget);
      return caller;
    },
    clear: () => cache.clear(),
  };
}

const CACHE_MS = 800;
const CACHE_ENTRIES = 10_000;
