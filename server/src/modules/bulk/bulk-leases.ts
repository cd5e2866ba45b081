import { type BulkFailure, LIMITS } from "@quarry/schema";
import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { bulkOperations } from "../../platform/database/tables/bulk-tables.ts";
import {
  claimedBy,
  isDue,
  isHeldBy,
  type Lease,
  releaseAllLeases,
  releaseLeases,
  renewLeases,
} from "../../platform/leases/leased-rows.ts";
import type { Batch, BulkRow } from "./bulk-rows.ts";

/** An operation that a process has claimed. */
export interface ClaimedOperation
  extends Pick<BulkRow, "id" | "orgId" | "spaceId" | "action" | "metadata" | "attempts"> {
  readonly leaseToken: string;
  /** True when its space was archived in the meantime. */
  readonly isArchived: boolean;
}

/** Thrown when the operation was cancelled, or another process has it. */
export class LostLease extends Error {
  override readonly name = "LostLease";
}

/** Claims the unfinished operation that is due longest, among the first ones of their spaces. */
export async function claimOperation(db: Database, lease: Lease): Promise<ClaimedOperation | undefined> {
  const now = sql`${lease.now.toISOString()}::timestamptz`;
  const [claimed] = await db.execute<Omit<ClaimedOperation, "leaseToken"> & Record<string, unknown>>(sql`
    update bulk_operations set ${claimedBy(lease)}, state = 'running', started_at = coalesce(started_at, ${now})
    where id = (
      select id from bulk_operations as next
      where finished_at is null and ${isDue(lease.now)} and not exists (
        select from bulk_operations as earlier
        where earlier.space_id = next.space_id and earlier.finished_at is null and earlier.turn < next.turn)
      order by run_at, id limit 1 for update skip locked)
    returning id, org_id as "orgId", space_id as "spaceId", action, metadata, attempts,
      (select is_archived from spaces where spaces.id = bulk_operations.space_id) as "isArchived"`);
  return claimed && { ...claimed, leaseToken: lease.token };
}

/**
 * Counts documents of a claimed operation as finished, so that they are not changed again. Call it in the transaction
 * that changes them.
 * @throws LostLease when the operation is no longer the caller's; nothing may be changed then.
 */
export async function settleDocuments(
  tx: Database,
  claimed: ClaimedOperation,
  { batch, documentIds: ids }: Batch,
  failures: readonly BulkFailure[],
): Promise<void> {
  const added = JSON.stringify(failures.slice(0, LIMITS.bulkFailuresShown));
  const held = await tx.execute(sql`
    update bulk_operations set attempts = 0, done = done + ${ids.length - failures.length}::int,
      failed = failed + ${failures.length}::int,
      failures = (
        select coalesce(jsonb_agg(failure order by at), '[]')
        from jsonb_array_elements(failures || ${added}::jsonb) with ordinality as listed (failure, at)
        where at <= ${LIMITS.bulkFailuresShown}::bigint)
    where ${isHeld(claimed)} returning 1`);
  if (held.length === 0) throw new LostLease();
  const ofBatch = sql`org_id = ${claimed.orgId} and operation_id = ${claimed.id} and batch = ${batch}::int`;
  const finished = sql`${sql.param(ids)}::text[]`;
  await tx.execute(sql`delete from bulk_batches where ${ofBatch} and document_ids <@ ${finished}`);
  // Only while documents are changed one by one, a part of the batch is left.
  await tx.execute(sql`
    update bulk_batches set document_ids = array(
      select id from unnest(document_ids) as left_over (id) where id <> all(${finished}) order by id)
    where ${ofBatch}`);
}

/** Ends a claimed operation whose documents are all finished. */
export async function completeOperation(db: Database, claimed: ClaimedOperation, now: Date): Promise<void> {
  await db
    .update(bulkOperations)
    .set({ state: "completed", finishedAt: now, leaseToken: null })
    .where(isHeld(claimed));
}

/** Extends the lease of a claimed operation. */
export function renewOperation(db: Database, claimed: ClaimedOperation, until: Date): Promise<void> {
  return renewLeases(db, bulkOperations, isHeld(claimed), until);
}

/** Releases a claimed operation; it goes on at `runAt`. */
export function releaseOperation(db: Database, claimed: ClaimedOperation, runAt: Date): Promise<void> {
  return releaseLeases(db, bulkOperations, isHeld(claimed), runAt);
}

/** Releases a claimed operation after an attempt that finished nothing. */
export async function setBackOperation(db: Database, claimed: ClaimedOperation, runAt: Date): Promise<void> {
  await db
    .update(bulkOperations)
    .set({ attempts: claimed.attempts + 1, runAt, leaseToken: null })
    .where(isHeld(claimed));
}

/** Makes every claimed operation due. Call it only at the start of a process that is alone on the database. */
export function releaseAllOperations(db: Database, now: Date): Promise<void> {
  return releaseAllLeases(db, bulkOperations, now);
}

function isHeld({ orgId, id, leaseToken }: ClaimedOperation): SQL {
  return sql`${eq(bulkOperations.orgId, orgId)} and ${eq(bulkOperations.id, id)} and ${isHeldBy(bulkOperations, leaseToken)}`;
}
