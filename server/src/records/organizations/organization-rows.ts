import { asc, eq } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { organizations } from "../../platform/database/tables/organization-tables.ts";

/** A stored organization, which is a tenant. */
export type OrganizationRow = typeof organizations.$inferSelect;

/** Finds the oldest organization. Returns undefined if the database is empty. */
export async function findFirstOrganization(db: Database): Promise<OrganizationRow | undefined> {
  const [row] = await db.select().from(organizations).orderBy(asc(organizations.createdAt)).limit(1);
  return row;
}

/** Inserts an organization. */
export async function insertOrganization(
  db: Database,
  row: Pick<OrganizationRow, "id" | "name" | "slug" | "tier" | "createdAt">,
): Promise<void> {
  await db.insert(organizations).values(row);
}

/** Locks an organization until the transaction ends. Transactions that check its limits wait for it. */
export async function lockOrganization(tx: Database, orgId: string): Promise<void> {
  await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, orgId))
    .for("update");
}
