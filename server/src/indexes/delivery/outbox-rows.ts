import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { documents } from "../../platform/database/tables/document-tables.ts";
import { outbox } from "../../platform/database/tables/index-tables.ts";
import { isDue } from "../../platform/leases/leased-rows.ts";

/** A change that the vector store has not confirmed. */
export type OutboxRow = Pick<typeof outbox.$inferSelect, "id" | "orgId" | "subject" | "subjectId">;

/** Records that some documents, or a space, have changed. Returns the ids of the outbox rows. */
export async function insertOutbox(
  tx: Database,
  orgId: string,
  subject: OutboxRow["subject"],
  subjectIds: readonly string[],
  runAt: Date,
): Promise<number[]> {
  if (subjectIds.length === 0) return [];
  const rows = subjectIds.map((subjectId) => ({ orgId, subject, subjectId, runAt }));
  return (await tx.insert(outbox).values(rows).returning({ id: outbox.id })).map(({ id }) => id);
}

/** Leases the rows that have been due longest until `until`. Other processes skip leased rows. */
export async function claimOutbox(
  db: Database,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<OutboxRow[]> {
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(isDue(now))
    .orderBy(outbox.runAt, outbox.id)
    .limit(limit)
    .for("update", { skipLocked: true });
  const rows = await db.update(outbox).set({ runAt: until }).where(inArray(outbox.id, due)).returning();
  return rows.sort((a, b) => a.id - b.id);
}

/** Sets when some or all rows are due. */
export async function postponeOutbox(
  db: Database,
  runAt: Date,
  ids: readonly number[] | "all",
): Promise<void> {
  const condition = ids === "all" ? undefined : inArray(outbox.id, [...ids]);
  if (ids.length > 0) await db.update(outbox).set({ runAt }).where(condition);
}

/** The pending rows of some documents. */
export async function pendingOutbox(
  db: Database,
  orgId: string,
  documentIds: readonly string[],
): Promise<OutboxRow[]> {
  const ofThese = and(eq(outbox.orgId, orgId), inArray(outbox.subjectId, [...documentIds]));
  return db.select().from(outbox).where(ofThese);
}

/** Deletes confirmed rows. */
export async function deleteOutbox(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.delete(outbox).where(inArray(outbox.id, [...ids]));
}

/** The generations of the documents that are COMPLETED, by document id. */
export async function searchableGenerations(
  db: Database,
  orgId: string,
  documentIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: documents.id, generation: documents.generation })
    .from(documents)
    .where(
      and(
        eq(documents.orgId, orgId),
        eq(documents.status, "COMPLETED"),
        inArray(documents.id, [...documentIds]),
      ),
    );
  return new Map(rows.map(({ id, generation }) => [id, generation]));
}
