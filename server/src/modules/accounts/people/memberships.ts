import { type Clock, QuarryError } from "@quarry/core";
import type { NewId } from "@quarry/core/internal";
import type { Caller } from "../../../platform/access/caller.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { AccountsConfig } from "../../../platform/settings/accounts.ts";
import { type AuditLog, OPERATOR } from "../../../records/audit/audit-log.ts";
import { insertOrganization, lockOrganization } from "../../../records/organizations/organization-rows.ts";
import { isInvited } from "./invitation-rows.ts";
import {
  findFirstMembership,
  findMember,
  findMembership,
  hasOwner,
  moveOwnership,
  upsertOwner,
} from "./membership-rows.ts";
import { findEmail } from "./person-rows.ts";

const memberNotFound = (named: string) =>
  new QuarryError("not_found", `There is no member ${JSON.stringify(named)}. Invite them first.`);

/** An error of better-auth, which is loaded already when one of its hooks calls. */
async function forbidden(code: string, message: string): Promise<Error> {
  const { APIError } = await import("better-auth/api");
  return new APIError("FORBIDDEN", { code, message });
}

/** Manages who belongs to which organization. */
export interface Memberships {
  /** @throws APIError when sign-up requires an invitation and the address has none. */
  requireMaySignUp(email: string): Promise<void>;
  /** The organization of a new session. Creates one for a person who is in none. */
  organizationFor(userId: string): Promise<string>;
  /** The active organization of a session. @throws APIError when the person is not a member. */
  activeOrganization(session: Readonly<Record<string, unknown>> | undefined): Promise<string>;
  /**
   * Makes a person the owner of an organization that has none.
   * @param add Runs before in the same transaction.
   * @throws QuarryError `conflict` when the organization has an owner.
   */
  makeOwner(
    orgId: string,
    user: { readonly id: string; readonly email: string },
    add?: (tx: Database) => Promise<void>,
  ): Promise<void>;
  /**
   * Transfers ownership to a member, who is named by e-mail address or id.
   * @throws QuarryError `forbidden`, `not_found`, or `conflict`.
   */
  transferOwnership(caller: Caller, to: string): Promise<void>;
  /**
   * Makes a person the owner if the organization has none: they left or lost their role while ownership was transferred to
   * them. Returns true when that was the case.
   */
  restoreOwner(orgId: string, userId: string): Promise<boolean>;
}

/** Creates the management of memberships. */
export function createMemberships(deps: {
  db: Database;
  newId: NewId;
  clock: Clock;
  audit: AuditLog;
  config: AccountsConfig;
}): Memberships {
  const { db, newId, clock, audit, config } = deps;

  return {
    async requireMaySignUp(email) {
      if (config.signUp === "open" || (await isInvited(db, email, new Date(clock.now())))) return;
      throw await forbidden(
        "SIGN_UP_BY_INVITATION",
        "Signing up requires an invitation here. Ask an admin of an organization to invite this address.",
      );
    },

    async organizationFor(userId) {
      const first = await findFirstMembership(db, userId);
      if (first !== undefined) return first;
      return db.transaction(async (tx) => {
        const createdAt = new Date(clock.now());
        const id = newId("organization");
        const name = "My organization";
        await insertOrganization(tx, { id, name, slug: id, tier: config.defaultTier, createdAt });
        await upsertOwner(tx, { orgId: id, userId, createdAt });
        const actor = { kind: "person", id: userId, name: await findEmail(tx, userId) } as const;
        await audit.record(tx, { orgId: id, actor }, { action: "organization.created", details: { name } });
        return id;
      });
    },

    async activeOrganization(session) {
      const { userId, activeOrganizationId: id } = session ?? {};
      if (typeof userId === "string" && typeof id === "string" && (await findMembership(db, userId, id)))
        return id;
      throw await forbidden(
        "NO_ORGANIZATION",
        "You are not a member of an organization. Create one, or accept an invitation.",
      );
    },

    async transferOwnership(caller, to) {
      if (caller.role !== "owner")
        throw new QuarryError("forbidden", "Only the signed-in owner can transfer ownership.");
      const member = await findMember(db, caller.orgId, to);
      if (!member) throw memberNotFound(to);
      if (member.userId === caller.actor.id)
        throw new QuarryError("conflict", "You are already the owner. Name another member.");
      await db.transaction(async (tx) => {
        await lockOrganization(tx, caller.orgId);
        const membership = await findMembership(tx, caller.actor.id, caller.orgId);
        // Ownership may have changed since the caller was authenticated.
        if (membership?.role !== "owner") throw new QuarryError("forbidden", "You are no longer the owner.");
        if (!(await moveOwnership(tx, caller.orgId, caller.actor.id, member.userId)))
          throw memberNotFound(to);
        const details = { from: caller.actor.name, to: member.email };
        await audit.record(tx, caller, { action: "ownership.transferred", targetId: member.userId, details });
      });
    },

    restoreOwner: (orgId, userId) =>
      db.transaction(async (tx) => {
        await lockOrganization(tx, orgId);
        if (await hasOwner(tx, orgId)) return false;
        await upsertOwner(tx, { orgId, userId, createdAt: new Date(clock.now()) });
        return true;
      }),

    makeOwner: (orgId, { id, email }, add) =>
      db.transaction(async (tx) => {
        await lockOrganization(tx, orgId);
        if (await hasOwner(tx, orgId))
          throw new QuarryError("conflict", "This organization has an owner. Sign in as the owner.");
        await add?.(tx);
        await upsertOwner(tx, { orgId, userId: id, createdAt: new Date(clock.now()) });
        const details = { email, role: "owner" };
        await audit.record(tx, { orgId, actor: OPERATOR }, { action: "member.added", targetId: id, details });
      }),
  };
}
