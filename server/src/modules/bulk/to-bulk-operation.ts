import type { BulkOperation } from "@quarry/schema";
import type { BulkRow } from "./bulk-rows.ts";

/** Converts a row to the operation of the API. */
export function toBulkOperation(row: BulkRow): BulkOperation {
  return {
    id: row.id,
    orgId: row.orgId,
    spaceId: row.spaceId,
    action: row.action,
    where: row.filter,
    metadata: row.metadata,
    state: row.state,
    total: row.total,
    done: row.done,
    failed: row.failed,
    failures: [...row.failures],
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
