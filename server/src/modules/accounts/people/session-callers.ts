import { type Clock, QuarryError } from "@quarry/core";
import { type OrganizationRole, type Permission, ROLE_PERMISSIONS } from "@quarry/schema";
import type { Caller } from "../../../platform/access/caller.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { Membership } from "./queries.ts";
import { findMembership } from "./queries.ts";

/** Names the organization in which a session's call acts, by id or slug, instead of the active one. */
export const ORGANIZATION_HEADER = "quarry-organization";

/** A person's place in an organization as a caller. */
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

/** A session as better-auth answers it. */
export interface SignedIn {
  readonly user: { readonly id: string; readonly email: string };
  readonly session: { readonly expiresAt: Date; readonly activeOrganizationId?: string | null | undefined };
}

/**
 * The caller behind a session, in the organization that they name or that is active.
 * @throws QuarryError `not_found` for an organization that they are not in, `forbidden` where they are in none.
 */
export async function toSessionCaller(
  db: Database,
  { user, session }: SignedIn,
  named: string | null,
): Promise<Caller> {
  const organization = named ?? session.activeOrganizationId ?? null;
  const place = organization === null ? undefined : await findMembership(db, user.id, organization);
  if (place)
    return toPersonCaller(place, { userId: user.id, email: user.email, expiresAt: session.expiresAt });
  if (named !== null)
    throw new QuarryError("not_found", `There is no organization ${JSON.stringify(named.slice(0, 100))}.`);
  throw new QuarryError(
    "forbidden",
    "You are in no organization, or no longer in the one that was active. Choose one with /api/auth/organization/set-active, or create one.",
  );
}

/** Remembers for less than a second who a secret belongs to, as API keys are remembered. */
export function createCallerCache<Key extends string>(
  clock: Clock,
  load: (key: Key) => Promise<Caller | undefined>,
): { get(key: Key): Promise<Caller | undefined>; clear(): void } {
  const cache = new Map<Key, { readonly caller: Promise<Caller | undefined>; readonly untilMs: number }>();
  return {
    get(key) {
      const now = clock.now();
      const known = cache.get(key);
      if (known && known.untilMs > now) return known.caller;
      if (cache.size >= CACHE_ENTRIES) cache.clear();
      const caller = load(key);
      cache.set(key, { caller, untilMs: now + CACHE_MS });
      const forget = () => {
        if (cache.get(key)?.caller === caller) cache.delete(key);
      };
      // What went wrong is tried again at once, and secrets that somebody made up are not to fill the memory.
      caller.then((found) => found ?? forget(), forget);
      return caller;
    },
    clear: () => cache.clear(),
  };
}

const CACHE_MS = 800;
const CACHE_ENTRIES = 10_000;
