import { sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { documents, jobs } from "../../platform/database/tables/document-tables.ts";

/** Adds the jobs of a space's documents that are still to be processed. Call it in a transaction. */
export async function enqueuePending(tx: Database, orgId: string, spaceId: string, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into ${jobs} (document_id, org_id, attempts, run_at, queue_at, created_at)
    select id, org_id, 0, ${at}, ${at}, ${at} from ${documents}
    where org_id = ${orgId} and space_id = ${spaceId} and status in ('PENDING', 'PROCESSING')
    order by id on conflict do nothing`);
}
