import { and, eq, gt } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { invitations } from "../../../platform/database/tables/account-tables.ts";
import { organizations } from "../../../platform/database/tables/organization-tables.ts";

/** True when a pending invitation exists for this address. */
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

/** Reads a pending invitation with the name of its organization. */
export async function findInvitation(db: Database, id: string, now: Date) {
  const [row] = await db
    .select({ email: invitations.email, role: invitations.role, organization: organizations.name })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .where(and(eq(invitations.id, id), eq(invitations.status, "pending"), gt(invitations.expiresAt, now)));
  return row;
}
