import type { ProcessingProgress } from "@quarry/schema";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { documents, jobs } from "../database/schema.ts";
import { lockDocuments } from "../indexing/load-documents.ts";
import type { DocumentRow } from "../modules/documents/queries.ts";
import { documentEvent } from "../modules/documents/to-document.ts";
import type { EventLog } from "../modules/events/event-log.ts";

/** A job in the hands of a worker. */
export interface ClaimedJob {
  readonly document: DocumentRow;
  /** Whether it is to be processed, or is COMPLETED and to be cut anew. */
  readonly kind: "process" | "rechunk";
  readonly leaseToken: string;
  /** How often it has been tried, this time included. */
  readonly attempts: number;
}

/**
 * Takes a job that is due, for `leaseMs`: of the organization that has the fewest in work and has waited longest, the
 * one that is first in its queue; cutting anew comes after all else. A job that a dead worker held is due again when its
 * lease has run out, behind all that came in the meantime: what ends its process must not keep the others from their
 * turn.
 */
export async function claimJob(
  db: Database,
  events: EventLog,
  { now, leaseMs, leaseToken }: { now: Date; leaseMs: number; leaseToken: string },
): Promise<ClaimedJob | undefined> {
  const until = new Date(now.getTime() + leaseMs);
  const [job] = (await db.execute(sql`
    with next as materialized (${nextJob(now)}),
    turn as (
      update organizations set job_taken_at = clock_timestamp() where id = (select org_id from next)
    )
    update jobs set lease_token = ${leaseToken}, run_at = ${until.toISOString()}::timestamptz,
      attempts = attempts + 1, queue_at = greatest(queue_at, ${now.toISOString()}::timestamptz)
    where document_id = (select document_id from next)
    returning document_id as "documentId", org_id as "orgId", kind, attempts`)) as unknown as TakenJob[];
  if (!job) return undefined;
  const isRechunk = job.kind === "rechunk";
  const document = await db.transaction(async (tx) => {
    const [row] = await tx
      .update(documents)
      .set({ progress: null, ...(isRechunk ? {} : { status: "PROCESSING" as const }) })
      .where(
        and(
          eq(documents.orgId, job.orgId),
          eq(documents.id, job.documentId),
          // A PUT may have completed it since the statement before, and ended the job: that must stand.
          inArray(documents.status, isRechunk ? ["COMPLETED"] : ["PENDING", "PROCESSING"]),
        ),
      )
      .returning();
    if (row && !isRechunk) await events.record(tx, row.orgId, [documentEvent("document.processing", row)]);
    return row;
  });
  return document && { document, kind: job.kind, leaseToken, attempts: job.attempts };
}

/**
 * The first job of each organization's queue, looked up one organization after the other by the index, however long
 * the queues are; and of these the fairest. It may be another worker's by the time it is locked: then there is none.
 */
function nextJob(now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`
    with recursive orgs as (
      (select org_id from jobs order by org_id limit 1)
      union all
      select (select jobs.org_id from jobs where jobs.org_id > orgs.org_id order by jobs.org_id limit 1)
      from orgs where orgs.org_id is not null
    ), first as (
      select queue.* from orgs cross join lateral (
        select document_id, org_id, queue_at from jobs
        where jobs.org_id = orgs.org_id and run_at <= ${at} order by kind, queue_at, document_id limit 1
      ) as queue
    ), chosen as (
      select document_id from first join organizations on organizations.id = first.org_id left join (
        select org_id, count(*) as running from jobs where lease_token is not null and run_at > ${at} group by org_id
      ) as busy using (org_id)
      order by coalesce(running, 0), job_taken_at nulls first, queue_at, document_id limit 1
    )
    select jobs.document_id, jobs.org_id from jobs join chosen using (document_id)
    where run_at <= ${at} for update of jobs skip locked`;
}

interface TakenJob {
  readonly documentId: string;
  readonly orgId: string;
  readonly kind: ClaimedJob["kind"];
  readonly attempts: number;
}

/** True while a job is due, be it for another worker. */
export async function hasDueJob(db: Database, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: jobs.documentId })
    .from(jobs)
    .where(sql`${jobs.runAt} <= ${now.toISOString()}`)
    .limit(1);
  return rows.length > 0;
}

/** Shows how far a job is, in a transaction; answers the document, unless the job is somebody else's by now. */
export async function showProgress(
  tx: Database,
  job: ClaimedJob,
  progress: ProcessingProgress,
): Promise<DocumentRow | undefined> {
  const { orgId, id } = job.document;
  const [row] = await tx
    .update(documents)
    .set({ progress })
    .where(
      and(
        eq(documents.orgId, orgId),
        eq(documents.id, id),
        sql`exists (select from ${jobs} where ${held(job)})`,
      ),
    )
    .returning();
  return row;
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

const RECHUNK_FAILED = "This document is still cut by former settings of its space.";

/**
 * In a transaction, ends a job in failure, with the reason on the document; nothing when the job is somebody else's by
 * now. A document that was to be cut anew stays as it is, with a warning.
 */
export async function failJob(
  tx: Database,
  job: ClaimedJob,
  message: string,
  now: Date,
): Promise<DocumentRow | undefined> {
  // In the order of all others: the document first.
  await lockDocuments(tx, job.document.orgId, [job.document.id]);
  const ended = await tx.delete(jobs).where(held(job)).returning({ id: jobs.documentId });
  if (ended.length === 0) return undefined;
  const warnings = job.document.warnings.filter((warning) => !warning.startsWith(RECHUNK_FAILED));
  const outcome =
    job.kind === "rechunk"
      ? { warnings: [...warnings, `${RECHUNK_FAILED} ${message}`] }
      : { status: "FAILED" as const, errorMessage: message };
  const [row] = await tx
    .update(documents)
    .set({ ...outcome, progress: null, updatedAt: now })
    .where(and(eq(documents.orgId, job.document.orgId), eq(documents.id, job.document.id)))
    .returning();
  return row;
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
