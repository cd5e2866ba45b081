import { type BulkFailure, LIMITS } from "@quarry/schema";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { bulkBatches, bulkOperations } from "../../platform/database/tables/bulk-tables.ts";
import {
  claimedBy,
  isDue,
  isHeldBy,
  type Lease,
  releaseAllLeases,
  releaseLeases,
  renewLeases,
} from "../../platform/leases/leased-rows.ts";
import type { BulkRow } from "./bulk-rows.ts";

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
 * Counts documents of a batch of a claimed operation as finished, so that they are not changed again. One that is counted
 * already is not counted twice. Call it in the transaction that changes them.
 * @throws LostLease when the operation is no longer the caller's; nothing may be changed then.
 */
export async function settleDocuments(
  tx: Database,
  claimed: ClaimedOperation,
  batchNumber: number,
  ids: readonly string[],
  failures: readonly BulkFailure[],
): Promise<void> {
  // Cancelling locks the operation first, too.
  const held = await tx
    .select({ id: bulkOperations.id })
    .from(bulkOperations)
    .where(isHeld(claimed))
    .for("update");
  if (held.length === 0) throw new LostLease();
  const counted = await takeOut(tx, claimed, batchNumber, ids);
  const failed = failures.filter(({ id }) => counted.has(id));
  const added = JSON.stringify(failed.slice(0, LIMITS.bulkFailuresShown));
  await tx.execute(sql`
    update bulk_operations set attempts = 0, done = done + ${counted.size - failed.length}::int,
      failed = failed + ${failed.length}::int,
      failures = (
        select coalesce(jsonb_agg(failure order by at), '[]')
        from jsonb_array_elements(failures || ${added}::jsonb) with ordinality as listed (failure, at)
        where at <= ${LIMITS.bulkFailuresShown}::bigint)
    where ${isHeld(claimed)}`);
}

/** Takes documents out of a batch whose operation is locked. Returns the ones that it had. */
async function takeOut(
  tx: Database,
  { orgId, id }: ClaimedOperation,
  batchNumber: number,
  ids: readonly string[],
): Promise<Set<string>> {
  const { operationId, number, documentIds } = bulkBatches;
  const isBatch = and(eq(bulkBatches.orgId, orgId), eq(operationId, id), eq(number, batchNumber));
  const [batch] = await tx.select({ documentIds }).from(bulkBatches).where(isBatch);
  const before = batch?.documentIds ?? [];
  const finished = new Set(ids);
  const rest = before.filter((documentId) => !finished.has(documentId));
  if (rest.length === 0) await tx.delete(bulkBatches).where(isBatch);
  else await tx.update(bulkBatches).set({ documentIds: rest }).where(isBatch);
  return new Set(before.filter((documentId) => finished.has(documentId)));
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
