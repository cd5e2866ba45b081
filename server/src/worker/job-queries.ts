import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { documents, jobs } from "../database/schema.ts";
import { lockDocuments } from "../indexing/load-documents.ts";
import type { DocumentRow } from "../modules/documents/queries.ts";

/** A job in the hands of a worker. */
export interface ClaimedJob {
  readonly document: DocumentRow;
  readonly leaseToken: string;
  /** How often it has been tried, this time included. */
  readonly attempts: number;
}

/**
 * Takes the job that has waited longest, if any is due, for `leaseMs`. A job that a dead worker held is due again
 * when its lease has run out.
 */
export async function claimJob(
  db: Database,
  { now, leaseMs, leaseToken }: { now: Date; leaseMs: number; leaseToken: string },
): Promise<ClaimedJob | undefined> {
  const due = db
    .select({ id: jobs.documentId })
    .from(jobs)
    .where(sql`${jobs.runAt} <= ${now.toISOString()}`)
    .orderBy(jobs.runAt, jobs.documentId)
    .limit(1)
    .for("update", { skipLocked: true });
  const [job] = await db
    .update(jobs)
    .set({ leaseToken, runAt: new Date(now.getTime() + leaseMs), attempts: sql`${jobs.attempts} + 1` })
    .where(sql`${jobs.documentId} = (${due})`)
    .returning();
  if (!job) return undefined;
  const [document] = await db
    .update(documents)
    .set({ status: "PROCESSING" })
    .where(
      and(
        eq(documents.orgId, job.orgId),
        eq(documents.id, job.documentId),
        // A PUT may have completed it since the statement before, and ended the job: that must stand.
        inArray(documents.status, ["PENDING", "PROCESSING"]),
      ),
    )
    .returning();
  return document && { document, leaseToken, attempts: job.attempts };
}

/** Keeps a job's lease alive; false when somebody else has it by now. */
export async function extendLease(db: Database, job: ClaimedJob, until: Date): Promise<boolean> {
  const rows = await db
    .update(jobs)
    .set({ runAt: until })
    .where(held(job))
    .returning({ id: jobs.documentId });
  return rows.length > 0;
}

/** Gives a job back, to be tried again at `runAt`. */
export async function releaseJob(db: Database, job: ClaimedJob, runAt: Date): Promise<void> {
  await db.update(jobs).set({ runAt, leaseToken: null }).where(held(job));
}

/** In a transaction, ends a job in failure, with the reason on the document; false when the job is somebody else's by now. */
export async function failJob(tx: Database, job: ClaimedJob, message: string, now: Date): Promise<boolean> {
  // In the order of all others: the document first.
  await lockDocuments(tx, job.document.orgId, [job.document.id]);
  const ended = await tx.delete(jobs).where(held(job)).returning({ id: jobs.documentId });
  if (ended.length === 0) return false;
  await tx
    .update(documents)
    .set({ status: "FAILED", errorMessage: message, updatedAt: now })
    .where(and(eq(documents.orgId, job.document.orgId), eq(documents.id, job.document.id)));
  return true;
}

/** Makes every leased job due at once; for a start that knows that no other worker lives. */
export async function releaseAllLeases(db: Database, now: Date): Promise<void> {
  await db.update(jobs).set({ leaseToken: null, runAt: now }).where(sql`${jobs.leaseToken} is not null`);
}

function held({ document, leaseToken }: ClaimedJob) {
  return and(
    eq(jobs.orgId, document.orgId),
    eq(jobs.documentId, document.id),
    eq(jobs.leaseToken, leaseToken),
  );
}
