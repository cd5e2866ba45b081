import type { OrganizationRole, Tier } from "@quarry/schema";
import { and, asc, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import {
  accounts,
  invitations,
  members,
  oauthAccessTokens,
  oauthClients,
  oauthConsents,
  sessions,
  users,
} from "../../../platform/database/tables/account-tables.ts";
import { organizations } from "../../../platform/database/tables/organization-tables.ts";

/** A person's place in an organization. */
export interface Membership {
  readonly orgId: string;
  readonly tier: Tier;
  readonly role: OrganizationRole;
}

const membership = { orgId: organizations.id, tier: organizations.tier, role: members.role };

/** A person's place in the organization with this id or slug; undefined when they are not in it. */
export async function findMembership(
  db: Database,
  userId: string,
  idOrSlug: string,
): Promise<Membership | undefined> {
  const [row] = await db
    .select(membership)
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .where(
      and(eq(members.userId, userId), or(eq(organizations.id, idOrSlug), eq(organizations.slug, idOrSlug))),
    )
    .orderBy(desc(eq(organizations.id, idOrSlug)))
    .limit(1);
  return row && { ...row, role: highestRole(row.role) };
}

/** The organization that a person has been in for longest. */
export async function findFirstMembership(db: Database, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ orgId: members.organizationId })
    .from(members)
    .where(eq(members.userId, userId))
    .orderBy(asc(members.createdAt), asc(members.id))
    .limit(1);
  return row?.orgId;
}

/** Makes a person an organization's owner, whether they were in it or not. */
export async function upsertOwner(
  db: Database,
  row: { orgId: string; userId: string; createdAt: Date },
): Promise<void> {
  const { orgId: organizationId, ...rest } = row;
  await db
    .insert(members)
    .values({ id: crypto.randomUUID(), organizationId, role: "owner", ...rest })
    .onConflictDoUpdate({ target: [members.organizationId, members.userId], set: { role: "owner" } });
}

/** True when the organization has an owner. */
export async function hasOwner(db: Database, orgId: string): Promise<boolean> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.organizationId, orgId), sql`'owner' = any(string_to_array(${members.role}, ','))`))
    .limit(1);
  return rows.length > 0;
}

/** Makes one member the owner and the one who was it an admin, in a transaction; false when there is no such member. */
export async function moveOwnership(
  tx: Database,
  orgId: string,
  fromUserId: string,
  toUserId: string,
): Promise<boolean> {
  const of = (userId: string) => and(eq(members.organizationId, orgId), eq(members.userId, userId));
  const moved = await tx
    .update(members)
    .set({ role: "owner" })
    .where(of(toUserId))
    .returning({ id: members.id });
  if (moved.length === 0) return false;
  await tx.update(members).set({ role: "admin" }).where(of(fromUserId));
  return true;
}

/** The member of an organization with this e-mail address, or this id of theirs. */
export async function findMember(
  db: Database,
  orgId: string,
  named: string,
): Promise<{ userId: string; email: string } | undefined> {
  const [row] = await db
    .select({ userId: users.id, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        eq(members.organizationId, orgId),
        or(eq(users.email, named.toLowerCase()), eq(users.id, named), eq(members.id, named)),
      ),
    );
  return row;
}

/** True when somebody has asked this address to join, and it still can. */
export async function isInvited(db: Database, email: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      and(
        eq(invitations.email, email.toLowerCase()),
        eq(invitations.status, "pending"),
        gt(invitations.expiresAt, now),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** A person's e-mail address. */
export async function findEmail(db: Database, userId: string): Promise<string> {
  const [row] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return row?.email ?? userId;
}

/** A person by e-mail address. */
export async function findUser(
  db: Database,
  email: string,
): Promise<{ id: string; emailVerified: boolean } | undefined> {
  const [row] = await db
    .select({ id: users.id, emailVerified: users.emailVerified })
    .from(users)
    .where(eq(users.email, email.toLowerCase()));
  return row;
}

/**
 * What an assistant's token allows, while the person has not taken their consent back. A token that is bound to a key
 * of the client's is not found: what would prove the possession is not checked here.
 */
export async function findAccessToken(db: Database, hash: string, now: Date) {
  const [row] = await db
    .select({
      userId: users.id,
      email: users.email,
      clientName: oauthClients.name,
      orgId: oauthAccessTokens.referenceId,
      resources: oauthAccessTokens.resources,
      scopes: oauthAccessTokens.scopes,
      expiresAt: oauthAccessTokens.expiresAt,
    })
    .from(oauthAccessTokens)
    .innerJoin(users, eq(users.id, oauthAccessTokens.userId))
    .innerJoin(
      oauthClients,
      and(eq(oauthClients.clientId, oauthAccessTokens.clientId), sql`${oauthClients.disabled} is not true`),
    )
    .innerJoin(
      oauthConsents,
      and(
        eq(oauthConsents.clientId, oauthAccessTokens.clientId),
        eq(oauthConsents.userId, oauthAccessTokens.userId),
        sql`${oauthConsents.referenceId} is not distinct from ${oauthAccessTokens.referenceId}`,
      ),
    )
    .where(
      and(
        eq(oauthAccessTokens.token, hash),
        isNull(oauthAccessTokens.revoked),
        isNull(oauthAccessTokens.confirmation),
        gt(oauthAccessTokens.expiresAt, now),
      ),
    )
    .limit(1);
  return row;
}

const ROLES: readonly OrganizationRole[] = ["owner", "admin"];

/** A member may have several roles, joined by commas. */
function highestRole(roles: string): OrganizationRole {
  const held = roles.split(",");
  return ROLES.find((role) => held.includes(role)) ?? "member";
}

/** Adds a person who signs in with a password, in a transaction. */
export async function insertPerson(
  tx: Database,
  person: { id: string; email: string; name: string; passwordHash: string; at: Date },
): Promise<void> {
  const { id, email, name, passwordHash: password, at } = person;
  const times = { createdAt: at, updatedAt: at };
  // Whoever starts the service is believed.
  await tx.insert(users).values({ id, email, name, emailVerified: true, ...times });
  const account = { id: crypto.randomUUID(), accountId: id, providerId: "credential", userId: id };
  await tx.insert(accounts).values({ ...account, password, ...times });
}

/** Gives an account to whom its address belongs, in a transaction: a new password, and no session of before. */
export async function handAccountOver(
  tx: Database,
  userId: string,
  password: string,
  updatedAt: Date,
): Promise<void> {
  await tx.update(users).set({ emailVerified: true, updatedAt }).where(eq(users.id, userId));
  await tx
    .update(accounts)
    .set({ password, updatedAt })
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, "credential")));
  await tx.delete(sessions).where(eq(sessions.userId, userId));
}

/** A program that asks to be let in. */
export async function findClient(db: Database, clientId: string) {
  const [row] = await db
    .select({ name: oauthClients.name, grantTypes: oauthClients.grantTypes })
    .from(oauthClients)
    .where(eq(oauthClients.clientId, clientId));
  return row;
}

/** Says where a program's answers go. */
export async function setRedirectUris(
  db: Database,
  clientId: string,
  redirectUris: readonly string[],
): Promise<void> {
  await db
    .update(oauthClients)
    .set({ redirectUris: [...redirectUris] })
    .where(eq(oauthClients.clientId, clientId));
}

/** An invitation that can still be accepted, with what it invites to. */
export async function findInvitation(db: Database, id: string, now: Date) {
  const [row] = await db
    .select({ email: invitations.email, role: invitations.role, organization: organizations.name })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .where(and(eq(invitations.id, id), eq(invitations.status, "pending"), gt(invitations.expiresAt, now)));
  return row;
}

/** The name of an organization. */
export async function findOrganizationName(db: Database, orgId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, orgId));
  return row?.name;
}
