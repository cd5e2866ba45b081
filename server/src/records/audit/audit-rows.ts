import { count, desc, eq } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { auditLog } from "../../platform/database/tables/organization-tables.ts";
import type { PageRequest } from "../../platform/paging.ts";

/** A stored audit entry. */
export type AuditRow = typeof auditLog.$inferSelect;

/** Inserts an audit entry. */
export async function insertAuditEntry(tx: Database, row: AuditRow): Promise<void> {
  await tx.insert(auditLog).values(row);
}

/** Lists a page of an organization's audit entries, newest first, with the total count. */
export async function listAuditEntries(
  db: Database,
  orgId: string,
  { page, pageSize }: PageRequest,
): Promise<{ rows: AuditRow[]; total: number }> {
  const ofOrg = eq(auditLog.orgId, orgId);
  const rows = await db
    .select()
    .from(auditLog)
    .where(ofOrg)
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [all] = await db.select({ total: count() }).from(auditLog).where(ofOrg);
  return { rows, total: all?.total ?? 0 };
}
