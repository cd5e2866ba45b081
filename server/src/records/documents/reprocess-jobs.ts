import { sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";

/**
 * Adds jobs that process COMPLETED documents again from their original files. A job that is there already does the same
 * work; if it waits for a retry, it starts immediately. Call it in a transaction that has locked the documents.
 */
export async function enqueueReprocessing(
  tx: Database,
  orgId: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into jobs (document_id, org_id, kind, attempts, run_at, queue_at, created_at)
    select documents.id, documents.org_id, 'reprocess', 0, ${at}, ${at}, ${at} from documents
    where documents.org_id = ${orgId} and documents.id = any(${sql.param(ids)}::text[])
      and documents.status = 'COMPLETED'
    order by documents.id
    on conflict (document_id) do update set kind = 'reprocess', attempts = 0, run_at = excluded.run_at
      where jobs.lease_token is null`);
}
