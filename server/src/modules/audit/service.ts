import type { AuditEntry, PageOf } from "@quarry/schema";
import type { Database } from "../../platform/database/database.ts";
import { type PageRequest, toPage } from "../../platform/paging.ts";
import { type AuditRow, listAuditEntries } from "../../records/audit/audit-rows.ts";

/** Reads the audit log. */
export interface AuditService {
  list(orgId: string, page: PageRequest): Promise<PageOf<AuditEntry>>;
}

/** Creates the audit service. */
export function createAuditService({ db }: { db: Database }): AuditService {
  return {
    async list(orgId, page) {
      const { rows, total } = await listAuditEntries(db, orgId, page);
      return toPage(rows.map(toAuditEntry), total, page);
    },
  };
}

function toAuditEntry({ id, orgId, action, actor, targetId, details, createdAt }: AuditRow): AuditEntry {
  return { id, orgId, action, actor, targetId, details, createdAt: createdAt.toISOString() };
}
