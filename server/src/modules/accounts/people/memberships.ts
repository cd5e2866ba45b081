import { type Clock, QuarryError } from "@quarry/core";
import type { NewId } from "@quarry/core/internal";
import { APIError } from "better-auth/api";
import type { Caller } from "../../../platform/access/caller.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { AccountsConfig } from "../../../platform/settings/accounts.ts";
import { type AuditLog, OPERATOR } from "../../../records/audit/audit-log.ts";
import { insertOrganization, lockOrganization } from "../../../records/organizations/organization-rows.ts";
import {
  findEmail,
  findFirstMembership,
  findMember,
  findMembership,
  hasOwner,
  isInvited,
  moveOwnership,
  upsertOwner,
} from "./queries.ts";

const noMember = (named: string) =>
  new QuarryError("not_found", `There is no member ${JSON.stringify(named)}. Invite them first.`);

/** Puts people into organizations. */
export interface Tenancy {
  /** @throws APIError when nobody may sign up who is not invited. */
  requireMaySignUp(email: string): Promise<void>;
  /** The organization that a person begins in; one of their own where they are in none. */
  organizationFor(userId: string): Promise<string>;
  /** The organization that a session is in. @throws APIError when the person is not in it. */
  activeOrganization(session: Readonly<Record<string, unknown>> | undefined): Promise<string>;
  /**
   * Makes a person the first organization's owner; `add` is done in the same transaction.
   * @throws QuarryError `conflict` when it has one.
   */
  makeOwner(
    orgId: string,
    user: { readonly id: string; readonly email: string },
    add?: (tx: Database) => Promise<void>,
  ): Promise<void>;
  /**
   * Hands an organization over to a member, by their e-mail address or id.
   * @throws QuarryError `forbidden`, `not_found`, or `conflict`.
   */
  handOver(caller: Caller, to: string): Promise<void>;
  /** Gives somebody who went while an organization was handed over to them their place back; true when it was so. */
  keepOwner(orgId: string, userId: string): Promise<boolean>;
}

/** Creates it. */
export function createTenancy(deps: {
  db: Database;
  newId: NewId;
  clock: Clock;
  audit: AuditLog;
  config: AccountsConfig;
}): Tenancy {
  const { db, newId, clock, audit, config } = deps;

  return {
    async requireMaySignUp(email) {
      if (config.signUp === "open" || (await isInvited(db, email, new Date(clock.now())))) return;
      throw new APIError("FORBIDDEN", {
        code: "SIGN_UP_BY_INVITATION",
        message:
          "Only people who are invited may sign up here. Ask an admin of an organization to invite this address.",
      });
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
      throw new APIError("FORBIDDEN", {
        code: "NO_ORGANIZATION",
        message: "You are in no organization. Create one, or accept an invitation.",
      });
    },

    async handOver(caller, to) {
      if (caller.role !== "owner")
        throw new QuarryError("forbidden", "Only the owner, signed in, can hand the organization over.");
      const member = await findMember(db, caller.orgId, to);
      if (!member) throw noMember(to);
      if (member.userId === caller.actor.id)
        throw new QuarryError("conflict", "You are the owner already. Name another member.");
      await db.transaction(async (tx) => {
        await lockOrganization(tx, caller.orgId);
        const place = await findMembership(tx, caller.actor.id, caller.orgId);
        // Somebody else may have it since the caller was looked up.
        if (place?.role !== "owner") throw new QuarryError("forbidden", "You are no longer the owner.");
        if (!(await moveOwnership(tx, caller.orgId, caller.actor.id, member.userId))) throw noMember(to);
        const details = { from: caller.actor.name, to: member.email };
        await audit.record(tx, caller, { action: "ownership.transferred", targetId: member.userId, details });
      });
    },

    keepOwner: (orgId, userId) =>
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
