import { asc, eq } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { organizations } from "../../platform/database/tables/organization-tables.ts";

/** A tenant. */
export type OrganizationRow = typeof organizations.$inferSelect;

/** The oldest organization, or undefined on an empty database. */
export async function findFirstOrganization(db: Database): Promise<OrganizationRow | undefined> {
  const [row] = await db.select().from(organizations).orderBy(asc(organizations.createdAt)).limit(1);
  return row;
}

/** Adds a tenant. */
export async function insertOrganization(
  db: Database,
  row: Pick<OrganizationRow, "id" | "name" | "slug" | "tier" | "createdAt">,
): Promise<void> {
  await db.insert(organizations).values(row);
}

/** Keeps an organization as it is to the end of the transaction, and others from counting what is being added to it. */
export async function lockOrganization(tx: Database, orgId: string): Promise<void> {
  await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, orgId))
    .for("update");
}
