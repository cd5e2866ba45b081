import { asc } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { organizations } from "../../database/schema.ts";

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
  row: Omit<OrganizationRow, "jobTakenAt">,
): Promise<void> {
  await db.insert(organizations).values(row);
}
