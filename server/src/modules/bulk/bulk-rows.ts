import type { BulkFailure } from "@quarry/schema";
import { and, asc, count, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import { isAnyOf } from "../../platform/database/any-of.ts";
import type { Database } from "../../platform/database/database.ts";
import { bulkBatches, bulkOperations } from "../../platform/database/tables/bulk-tables.ts";
import { documents, spaces } from "../../platform/database/tables/document-tables.ts";
import type { PageRequest } from "../../platform/paging.ts";
import { inSpace } from "../../records/documents/document-rows.ts";
import { BATCH_SIZES } from "./batch-sizes.ts";

/** A stored bulk operation. */
export type BulkRow = typeof bulkOperations.$inferSelect;

/** Documents of an operation that one transaction changes. */
export type BatchRow = Pick<typeof bulkBatches.$inferSelect, "number" | "documentIds">;

const PRUNE_BATCH = 1000;

/** The next turn in a space, and how many operations of it are unfinished. */
export interface SpaceTurns {
  readonly next: number;
  readonly open: number;
}

/**
 * Reads the turns of a space. Until the transaction ends, no other one adds an operation to the space, so turns become
 * visible in their order. Returns undefined while another one does: waiting for it would occupy a connection.
 */
export async function holdTurns(
  tx: Database,
  orgId: string,
  spaceId: string,
): Promise<SpaceTurns | undefined> {
  const [lock] = await tx.execute<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext(${`bulk operations of ${spaceId}`})) as held`,
  );
  if (!lock?.held) return undefined;
  const [turns] = await tx
    .select({
      next: sql<number>`coalesce(max(${bulkOperations.turn}), 0) + 1`,
      open: sql<number>`(count(*) filter (where ${bulkOperations.finishedAt} is null))::int`,
    })
    .from(bulkOperations)
    .where(and(eq(bulkOperations.orgId, orgId), eq(bulkOperations.spaceId, spaceId)));
  return turns ?? { next: 1, open: 0 };
}

/** Counts the documents that unfinished operations of an organization still have to change. */
export async function countOpenDocuments(tx: Database, orgId: string): Promise<number> {
  const left = sql`${bulkOperations.total} - ${bulkOperations.done} - ${bulkOperations.failed}`;
  const [open] = await tx
    .select({ count: sql<number>`coalesce(sum(${left}), 0)::int` })
    .from(bulkOperations)
    .where(and(eq(bulkOperations.orgId, orgId), isNull(bulkOperations.finishedAt)));
  return open?.count ?? 0;
}

/** Inserts an operation. */
export async function insertOperation(tx: Database, row: BulkRow): Promise<void> {
  await tx.insert(bulkOperations).values(row);
}

/** Sets fields of an operation whose transaction has just inserted it. */
export async function completeInsertion(
  tx: Database,
  { orgId, id }: BulkRow,
  change: Partial<BulkRow>,
): Promise<void> {
  await tx
    .update(bulkOperations)
    .set(change)
    .where(and(eq(bulkOperations.orgId, orgId), eq(bulkOperations.id, id)));
}

/**
 * Fixes the documents of an operation: what its selection finds in its space now.
 * @returns Their number, at most `limit`.
 */
export async function fixDocuments(
  tx: Database,
  { id, orgId, spaceId, action }: BulkRow,
  selected: SQL | undefined,
  limit: number,
): Promise<number> {
  const where = and(inSpace(orgId, spaceId), selected);
  const [found] = await tx.execute<{ count: number }>(sql`
    with found as (
      select id from ${documents} where ${where} limit ${limit}
    ), numbered as (
      select id, (row_number() over () - 1) / ${BATCH_SIZES[action]}::int as number from found
    ), added as (
      insert into bulk_batches (operation_id, org_id, number, document_ids)
      select ${id}::text, ${orgId}::text, number, array_agg(id) from numbered group by number
      returning cardinality(document_ids) as count
    )
    select coalesce(sum(count), 0)::int as count from added`);
  return found?.count ?? 0;
}

/** Returns which of some ids are documents of a space. */
export async function findKnownIds(
  db: Database,
  orgId: string,
  spaceId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ id: documents.id })
    .from(documents)
    .where(and(inSpace(orgId, spaceId), isAnyOf(documents.id, ids)));
  return new Set(rows.map(({ id }) => id));
}

/** Counts the selected documents of a space. */
export function countSelected(
  db: Database,
  orgId: string,
  spaceId: string,
  selected: SQL | undefined,
): Promise<number> {
  return db.$count(documents, and(inSpace(orgId, spaceId), selected));
}

/** Matches the operations of active spaces that a scope covers. */
const inScope = ({ orgId, spaceIds }: TenantScope) =>
  and(
    eq(bulkOperations.orgId, orgId),
    spaceIds === null ? undefined : isAnyOf(bulkOperations.spaceId, spaceIds),
    eq(spaces.isArchived, false),
  );

/** Finds an operation of an active space in the scope. */
export async function findOperation(
  db: Database,
  scope: TenantScope,
  id: string,
): Promise<BulkRow | undefined> {
  const [found] = await db
    .select({ operation: bulkOperations })
    .from(bulkOperations)
    .innerJoin(spaces, eq(spaces.id, bulkOperations.spaceId))
    .where(and(inScope(scope), eq(bulkOperations.id, id)));
  return found?.operation;
}

/** Lists a page of operations, newest first, with the total count. */
export async function listOperations(
  db: Database,
  scope: TenantScope,
  spaceId: string | undefined,
  { page, pageSize }: PageRequest,
): Promise<{ rows: BulkRow[]; total: number }> {
  const where = and(inScope(scope), spaceId === undefined ? undefined : eq(bulkOperations.spaceId, spaceId));
  const rows = await db
    .select({ operation: bulkOperations })
    .from(bulkOperations)
    .innerJoin(spaces, eq(spaces.id, bulkOperations.spaceId))
    .where(where)
    .orderBy(desc(bulkOperations.createdAt), desc(bulkOperations.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [all] = await db
    .select({ total: count() })
    .from(bulkOperations)
    .innerJoin(spaces, eq(spaces.id, bulkOperations.spaceId))
    .where(where);
  return { rows: rows.map(({ operation }) => operation), total: all?.total ?? 0 };
}

/** Cancels an unfinished operation. Returns it, or undefined if it is finished. Call it in a transaction. */
export async function cancelOperation(
  tx: Database,
  orgId: string,
  id: string,
  now: Date,
): Promise<BulkRow | undefined> {
  const [row] = await tx
    .update(bulkOperations)
    .set({ state: "cancelled", finishedAt: now, leaseToken: null })
    .where(and(eq(bulkOperations.orgId, orgId), eq(bulkOperations.id, id), isNull(bulkOperations.finishedAt)))
    .returning();
  if (row)
    await tx.delete(bulkBatches).where(and(eq(bulkBatches.orgId, orgId), eq(bulkBatches.operationId, id)));
  return row;
}

/** Deletes one batch of operations of all organizations that were finished before a time, and returns their number. */
export async function pruneOperations(db: Database, before: Date): Promise<number> {
  const rows = await db.execute<{ count: number }>(sql`
    with old as materialized (
      select id from bulk_operations where finished_at < ${before.toISOString()}::timestamptz
      limit ${PRUNE_BATCH} for update skip locked
    ), gone as (
      delete from bulk_operations using old where bulk_operations.id = old.id returning 1
    )
    select count(*)::int as count from gone`);
  return rows[0]?.count ?? 0;
}

/** The next batch of an operation. */
export async function nextBatch(
  db: Database,
  { orgId, id }: Pick<BulkRow, "orgId" | "id">,
): Promise<BatchRow | undefined> {
  const [batch] = await db
    .select({ number: bulkBatches.number, documentIds: bulkBatches.documentIds })
    .from(bulkBatches)
    .where(and(eq(bulkBatches.orgId, orgId), eq(bulkBatches.operationId, id)))
    .orderBy(asc(bulkBatches.number))
    .limit(1);
  return batch;
}

/** The failure of a document that does not exist. */
export function missingDocument(id: string): BulkFailure {
  return { id, filename: null, message: "The space has no document with this id." };
}

/** Condition: the document has one of these ids. */
export function hasId(ids: readonly string[]): SQL {
  return isAnyOf(documents.id, ids);
}
