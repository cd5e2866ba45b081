import type { OrganizationRole, Tier } from "@quarry/schema";
import { and, asc, desc, eq, or, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { members, users } from "../../../platform/database/tables/account-tables.ts";
import { organizations } from "../../../platform/database/tables/organization-tables.ts";

/** A person's membership in an organization. */
export interface Membership {
  readonly orgId: string;
  readonly tier: Tier;
  readonly role: OrganizationRole;
}

const membership = { orgId: organizations.id, tier: organizations.tier, role: members.role };

/** Reads a person's membership in the organization with this id or slug; undefined when they are not a member. */
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

/** The organization that a person joined first. */
export async function findFirstMembership(db: Database, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ orgId: members.organizationId })
    .from(members)
    .where(eq(members.userId, userId))
    .orderBy(asc(members.createdAt), asc(members.id))
    .limit(1);
  return row?.orgId;
}

/** Makes a person the owner of an organization, whether or not they are a member. */
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

/** Makes a member the owner and the previous owner an admin, in a transaction. Returns false without such a member. */
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

/** Finds a member by e-mail address, user id or member id. */
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

const ROLES: readonly OrganizationRole[] = ["owner", "admin"];

/** The highest of a member's roles, which better-auth stores as a comma-separated list. */
export function highestRole(roles: string): OrganizationRole {
  const held = roles.split(",");
  return ROLES.find((role) => held.includes(role)) ?? "member";
}

/** Reads the name of an organization. */
export async function findOrganizationName(db: Database, orgId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, orgId));
  return row?.name;
}

/** An organization of a person. */
export interface OrganizationOfPerson {
  readonly orgId: string;
  readonly name: string;
  readonly slug: string;
  /** Of the person in it, as better-auth stores it. */
  readonly role: string;
}

/** Lists the organizations of a person, the one joined first at the top. */
export async function listOrganizationsOf(db: Database, userId: string): Promise<OrganizationOfPerson[]> {
  return db
    .select({
      orgId: organizations.id,
      name: organizations.name,
      slug: organizations.slug,
      role: members.role,
    })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .where(eq(members.userId, userId))
    .orderBy(asc(members.createdAt), asc(members.id));
}
