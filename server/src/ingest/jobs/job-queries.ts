import type { ProcessingProgress } from "@quarry/schema";
import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { isAnyOf } from "../../platform/database/any-of.ts";
import type { Database } from "../../platform/database/database.ts";
import { documents, type JobKind, jobs } from "../../platform/database/tables/document-tables.ts";
import {
  claimedBy,
  isDue,
  isHeldBy,
  isLeased,
  type Lease,
  releaseAllLeases,
  releaseLeases,
  renewLeases,
} from "../../platform/leases/leased-rows.ts";
import type { DocumentRow } from "../../records/documents/document-rows.ts";
import { lockDocuments } from "../../records/documents/lock-documents.ts";
import { documentEvent } from "../../records/documents/to-document.ts";
import type { EventLog } from "../../records/events/event-log.ts";

/** A leased job, or several short jobs of one organization that are processed together. */
export interface Claim {
  readonly orgId: string;
  readonly documents: readonly DocumentRow[];
  /** Other than `process`: the documents are COMPLETED, and their chunks are replaced. */
  readonly kind: JobKind;
  readonly leaseToken: string;
  /** The number of attempts, including this one. */
  readonly attempts: number;
}

/** The most short jobs in a claim. A larger claim gains little and makes other jobs wait longer. */
const MAX_JOBS_PER_CLAIM = 64;

/**
 * Claims a due job. The organization with the fewest running jobs goes first, and among equals the one that has waited
 * longest. Within an organization, the first job of the queue is claimed; jobs of COMPLETED documents come last. A short job brings the
 * short jobs behind it along.
 *
 * When the lease of a dead worker expires, its job is due again. It is then claimed alone, behind all jobs that arrived
 * before the lease expired, so that a document that crashes its process does not block others.
 */
export async function claimJobs(db: Database, events: EventLog, lease: Lease): Promise<Claim | undefined> {
  const { now, token: leaseToken } = lease;
  const taken = (await db.execute(sql`
    with next as materialized (${nextJobs(now)}),
    turn as (
      update organizations set job_taken_at = clock_timestamp() where id = (select min(org_id) from next)
    )
    update jobs set ${claimedBy(lease)}, attempts = attempts + 1,
      queue_at = greatest(queue_at, ${now.toISOString()}::timestamptz)
    where document_id in (select document_id from next)
    returning document_id as "documentId", org_id as "orgId", kind, attempts`)) as unknown as TakenJob[];
  const [first] = taken;
  if (!first) return undefined;
  const { orgId, kind, attempts } = first;
  const ids = taken.map(({ documentId }) => documentId);
  const found = await db.transaction(async (tx) => {
    const rows = await startDocuments(tx, orgId, kind, ids);
    const started = rows.map((row) => documentEvent("document.processing", row));
    if (kind === "process") await events.record(tx, orgId, started);
    return rows;
  });
  return found.length > 0 ? { orgId, documents: found, kind, leaseToken, attempts } : undefined;
}

/** Locks the documents of claimed jobs, and resets the state that an earlier attempt or a caller left. */
async function startDocuments(
  tx: Database,
  orgId: string,
  kind: Claim["kind"],
  ids: readonly string[],
): Promise<DocumentRow[]> {
  const isServed = kind !== "process";
  const rows = await tx
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.orgId, orgId),
        isAnyOf(documents.id, ids),
        // A PUT may have completed the document and deleted its job since the previous statement.
        inArray(documents.status, isServed ? ["COMPLETED"] : ["PENDING", "PROCESSING"]),
      ),
    )
    // All writers lock documents in this order.
    .orderBy(asc(documents.id))
    .for("update");
  const reset = { progress: null, ...(isServed ? {} : { status: "PROCESSING" as const }) };
  const others = rows.filter(({ progress, status }) => progress !== null || status === "PENDING");
  if (others.length > 0)
    await tx
      .update(documents)
      .set(reset)
      .where(
        and(
          eq(documents.orgId, orgId),
          isAnyOf(
            documents.id,
            others.map(({ id }) => id),
          ),
        ),
      );
  return rows.map((row) => ({ ...row, ...reset }));
}

/**
 * Selects and locks the next jobs. Finds the first job of each organization with one index look-up per organization,
 * however long the queues are. Then picks one of them, and the short jobs behind it. Returns no rows if another worker
 * claims these jobs first.
 */
function nextJobs(now: Date) {
  const due = isDue(now);
  return sql`
    with recursive orgs as (
      (select org_id from jobs order by org_id limit 1)
      union all
      select (select jobs.org_id from jobs where jobs.org_id > orgs.org_id order by jobs.org_id limit 1)
      from orgs where orgs.org_id is not null
    ), first as (
      select queue.* from orgs cross join lateral (
        select document_id, org_id, queue_at, is_brief and attempts = 0 as is_brief from jobs
        where jobs.org_id = orgs.org_id and ${due} order by kind, queue_at, document_id limit 1
      ) as queue
    ), chosen as (
      select document_id, org_id, is_brief from first join organizations on organizations.id = first.org_id left join (
        select org_id, count(*) as running from jobs where ${isLeased(now)} group by org_id
      ) as busy using (org_id)
      order by coalesce(running, 0), job_taken_at nulls first, queue_at, document_id limit 1
    ), behind as (
      select queue.document_id from chosen cross join lateral (
        select document_id, is_brief and attempts = 0 as is_brief from jobs
        where jobs.org_id = chosen.org_id and ${due} order by kind, queue_at, document_id limit ${MAX_JOBS_PER_CLAIM}
      ) as queue where chosen.is_brief and queue.is_brief
    )
    select jobs.document_id, jobs.org_id from jobs
    where document_id in (select document_id from chosen union select document_id from behind)
      and ${due} for update skip locked`;
}

interface TakenJob {
  readonly documentId: string;
  readonly orgId: string;
  readonly kind: Claim["kind"];
  readonly attempts: number;
}

/** True if a job is due, even if another worker is about to claim it. */
export async function hasDueJob(db: Database, now: Date): Promise<boolean> {
  const rows = await db.select({ id: jobs.documentId }).from(jobs).where(isDue(now)).limit(1);
  return rows.length > 0;
}

/** Writes progress to the documents whose jobs the claim still holds, and returns them. Call it in a transaction. */
export async function showProgress(
  tx: Database,
  claim: Claim,
  progress: ProcessingProgress,
): Promise<DocumentRow[]> {
  const shown = tx
    .select({ id: documents.id })
    .from(documents)
    .innerJoin(jobs, eq(jobs.documentId, documents.id))
    .where(held(claim))
    // All writers lock documents in this order.
    .orderBy(asc(documents.id))
    // Locks both, so that a job that ends while this waits for its document shows no progress afterwards.
    .for("update", { of: [documents, jobs] });
  return tx
    .update(documents)
    .set({ progress })
    .where(and(eq(documents.orgId, claim.orgId), inArray(documents.id, shown)))
    .returning();
}

/** Extends the leases that the claim still holds. */
export function renewJobs(db: Database, claim: Claim, until: Date): Promise<void> {
  return renewLeases(db, jobs, held(claim), until);
}

/** Releases the jobs that the claim still holds; they are tried again at `runAt`. */
export function releaseJobs(db: Database, claim: Claim, runAt: Date): Promise<void> {
  return releaseLeases(db, jobs, held(claim), runAt);
}

/** How the warning of a document begins that is still served as it was. */
const STILL_SERVED = {
  rechunk: "This document is still cut by former settings of its space.",
  reprocess: "This document could not be processed again.",
} as const;

/**
 * Deletes the jobs that the claim still holds and sets their documents to FAILED with `message`. COMPLETED documents stay
 * COMPLETED and get a warning instead. Returns the changed documents. Call it in a transaction.
 */
export async function failJobs(
  tx: Database,
  claim: Claim,
  message: string,
  now: Date,
): Promise<DocumentRow[]> {
  // All writers lock documents before jobs.
  await lockDocuments(tx, claim.orgId, idsOf(claim));
  const ended = await tx.delete(jobs).where(held(claim)).returning({ id: jobs.documentId });
  const failed: DocumentRow[] = [];
  for (const { id, warnings } of claim.documents) {
    if (!ended.some((job) => job.id === id)) continue;
    const outcome =
      claim.kind === "process"
        ? { status: "FAILED" as const, errorMessage: message }
        : { warnings: withFailure(warnings, STILL_SERVED[claim.kind], message) };
    const rows = await tx
      .update(documents)
      .set({ ...outcome, progress: null, updatedAt: now })
      .where(and(eq(documents.orgId, claim.orgId), eq(documents.id, id)))
      .returning();
    failed.push(...rows);
  }
  return failed;
}

/** Replaces the warning of an earlier failure of the same kind. */
function withFailure(warnings: readonly string[], start: string, message: string): string[] {
  return [...warnings.filter((warning) => !warning.startsWith(start)), `${start} ${message}`];
}

/** Makes every leased job due. Call it only at the start of a process that is alone on the database. */
export function releaseAllJobs(db: Database, now: Date): Promise<void> {
  return releaseAllLeases(db, jobs, now);
}

/** Condition: the jobs of a claim that it still holds. */
function held(claim: Claim): SQL {
  const isOfClaim = isAnyOf(jobs.documentId, idsOf(claim));
  return sql`${eq(jobs.orgId, claim.orgId)} and ${isOfClaim} and ${isHeldBy(jobs, claim.leaseToken)}`;
}

function idsOf({ documents: claimed }: Claim): string[] {
  return claimed.map(({ id }) => id);
}
