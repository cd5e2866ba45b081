import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { documents } from "../../platform/database/tables/document-tables.ts";
import { outbox } from "../../platform/database/tables/index-tables.ts";
import { isDue } from "../../platform/leases/leased-rows.ts";

/** A change that a vector store has yet to confirm. */
export type OutboxRow = Pick<typeof outbox.$inferSelect, "id" | "orgId" | "subject" | "subjectId">;

/** Notes that some documents, or a space, have changed; answers the notes' ids. */
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

/** Takes the notes that have been due for longest, until `until`; another process then leaves them alone. */
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

/** Makes notes due at a time: some, or every one that there is. */
export async function postponeOutbox(
  db: Database,
  runAt: Date,
  ids: readonly number[] | "all",
): Promise<void> {
  const which = ids === "all" ? undefined : inArray(outbox.id, [...ids]);
  if (ids.length > 0) await db.update(outbox).set({ runAt }).where(which);
}

/** Notes of some documents that are not confirmed yet. */
export async function pendingOutbox(
  db: Database,
  orgId: string,
  documentIds: readonly string[],
): Promise<OutboxRow[]> {
  const ofThese = and(eq(outbox.orgId, orgId), inArray(outbox.subjectId, [...documentIds]));
  return db.select().from(outbox).where(ofThese);
}

/** Drops notes that are confirmed. */
export async function deleteOutbox(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.delete(outbox).where(inArray(outbox.id, [...ids]));
}

/** The generations of those of the documents that can be searched. */
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
