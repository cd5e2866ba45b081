import type { ProcessingProgress } from "@quarry/schema";
import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { documents, jobs } from "../../platform/database/tables/document-tables.ts";
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

/** A job in the hands of a worker, or several short ones together, of one organization. */
export interface Claim {
  readonly orgId: string;
  readonly documents: readonly DocumentRow[];
  /** Whether they are to be processed, or are COMPLETED and to be cut anew. */
  readonly kind: "process" | "rechunk";
  readonly leaseToken: string;
  /** How often they have been tried, this time included. */
  readonly attempts: number;
}

/** Short jobs at a time: with more the others wait longer, and little is gained. */
const TOGETHER = 24;

/**
 * Claims a job that is due: of the organization that has the fewest in work and has waited longest, the
 * one that is first in its queue; cutting anew comes after all else. If it is short, those behind it come with it that
 * are too. A job that a dead worker held is due again when its lease has run out, alone, and behind all that came in
 * the meantime: what ends its process must not keep the others from their turn.
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
  const isRechunk = kind === "rechunk";
  const ids = taken.map(({ documentId }) => documentId);
  const found = await db.transaction(async (tx) => {
    await lockDocuments(tx, orgId, ids);
    const rows = await tx
      .update(documents)
      .set({ progress: null, ...(isRechunk ? {} : { status: "PROCESSING" as const }) })
      .where(
        and(
          eq(documents.orgId, orgId),
          inArray(documents.id, ids),
          // A PUT may have completed it since the statement before, and ended the job: that must stand.
          inArray(documents.status, isRechunk ? ["COMPLETED"] : ["PENDING", "PROCESSING"]),
        ),
      )
      .returning();
    const started = rows.map((row) => documentEvent("document.processing", row));
    if (!isRechunk) await events.record(tx, orgId, started);
    return rows;
  });
  return found.length > 0 ? { orgId, documents: found, kind, leaseToken, attempts } : undefined;
}

/**
 * The first job of each organization's queue, looked up one organization after the other by the index, however long
 * the queues are; of these the fairest; and what may come with it. They may be another worker's by the time they are
 * locked: then there are none.
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
        where jobs.org_id = chosen.org_id and ${due} order by kind, queue_at, document_id limit ${TOGETHER}
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

/** True while a job is due, be it for another worker. */
export async function hasDueJob(db: Database, now: Date): Promise<boolean> {
  const rows = await db.select({ id: jobs.documentId }).from(jobs).where(isDue(now)).limit(1);
  return rows.length > 0;
}

/** Shows how far a claim is, in a transaction; answers its documents, but those whose jobs are somebody else's by now. */
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
    // In the order of all others.
    .orderBy(asc(documents.id))
    // Both: a job that ends while this waits for its document must not show progress after its end.
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

const RECHUNK_FAILED = "This document is still cut by former settings of its space.";

/**
 * In a transaction, ends a claim's jobs in failure, with the reason on the documents; answers those whose jobs were not
 * somebody else's by now. What was to be cut anew stays as it is, with a warning.
 */
export async function failJobs(
  tx: Database,
  claim: Claim,
  message: string,
  now: Date,
): Promise<DocumentRow[]> {
  // In the order of all others: the documents first.
  await lockDocuments(tx, claim.orgId, idsOf(claim));
  const ended = await tx.delete(jobs).where(held(claim)).returning({ id: jobs.documentId });
  const failed: DocumentRow[] = [];
  for (const { id, warnings } of claim.documents) {
    if (!ended.some((job) => job.id === id)) continue;
    const others = warnings.filter((warning) => !warning.startsWith(RECHUNK_FAILED));
    const outcome =
      claim.kind === "rechunk"
        ? { warnings: [...others, `${RECHUNK_FAILED} ${message}`] }
        : { status: "FAILED" as const, errorMessage: message };
    const rows = await tx
      .update(documents)
      .set({ ...outcome, progress: null, updatedAt: now })
      .where(and(eq(documents.orgId, claim.orgId), eq(documents.id, id)))
      .returning();
    failed.push(...rows);
  }
  return failed;
}

/** Makes every leased job due. Call it only at the start of a process that is alone on the database. */
export function releaseAllJobs(db: Database, now: Date): Promise<void> {
  return releaseAllLeases(db, jobs, now);
}

/** Condition: the jobs of a claim that it still holds. */
function held(claim: Claim): SQL {
  const isOfClaim = inArray(jobs.documentId, idsOf(claim));
  return sql`${eq(jobs.orgId, claim.orgId)} and ${isOfClaim} and ${isHeldBy(jobs, claim.leaseToken)}`;
}

function idsOf({ documents: claimed }: Claim): string[] {
  return claimed.map(({ id }) => id);
}
