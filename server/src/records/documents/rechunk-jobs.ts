import type { Rechunking } from "@quarry/schema";
import { and, count, eq, inArray, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { documents, jobs, spaces } from "../../platform/database/tables/document-tables.ts";

/**
 * Adds rechunk jobs for the documents of a space, or for one of them, whose chunking differs from the space's. A job that
 * waits for a retry starts immediately. Call it in a transaction that holds the space's settings.
 *
 * Locks the documents, because a document that is deleted or set to FAILED at the same time must not get a job.
 */
export async function enqueueRechunks(
  tx: Database,
  orgId: string,
  { spaceId, documentId }: { readonly spaceId: string; readonly documentId?: string },
  now: Date,
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into jobs (document_id, org_id, kind, attempts, run_at, queue_at, created_at)
    select documents.id, documents.org_id, 'rechunk', 0, ${at}, ${at}, ${at}
    from documents join spaces on spaces.id = documents.space_id
    where documents.org_id = ${orgId} and documents.space_id = ${spaceId} and documents.status = 'COMPLETED'
      ${documentId === undefined ? sql`` : sql`and documents.id = ${documentId}`}
      and documents.chunking is distinct from spaces.chunking
    order by documents.id for share of documents
    on conflict (document_id) do update set attempts = 0, run_at = excluded.run_at
      where jobs.kind = 'rechunk' and jobs.lease_token is null`);
}

/**
 * Deletes the rechunk jobs of documents that already match their space's chunking, because the setting was changed back.
 * Call it in a transaction.
 */
export async function dropNeedlessRechunks(tx: Database, orgId: string, spaceId: string): Promise<void> {
  await tx.execute(sql`
    delete from jobs using documents join spaces on spaces.id = documents.space_id
    where documents.id = jobs.document_id and jobs.org_id = ${orgId} and jobs.kind = 'rechunk'
      and documents.space_id = ${spaceId} and documents.chunking is not distinct from spaces.chunking`);
}

/** Condition: the document's chunking differs from its space's, so that a `reprocess` job rechunks it, too. */
const hasOldChunks = sql`${documents.chunking} is distinct from ${spaces.chunking}`;

/** Counts how many documents of a space are already rechunked. Returns undefined when none is left to rechunk. */
export async function findRechunking(
  db: Database,
  orgId: string,
  spaceId: string,
): Promise<Rechunking | undefined> {
  const again = and(eq(jobs.orgId, orgId), inArray(jobs.kind, ["rechunk", "reprocess"]));
  // Usually the organization has no such job at all, which one index look-up shows.
  const [some] = await db.select({ id: jobs.documentId }).from(jobs).where(again).limit(1);
  if (!some) return undefined;
  const inSpace = and(eq(documents.orgId, orgId), eq(documents.spaceId, spaceId));
  const [waiting] = await db
    .select({ count: count() })
    .from(jobs)
    .innerJoin(documents, and(eq(documents.id, jobs.documentId), inSpace))
    .innerJoin(spaces, eq(spaces.id, documents.spaceId))
    .where(and(again, or(eq(jobs.kind, "rechunk"), hasOldChunks)));
  if (!waiting?.count) return undefined;
  const total = await db.$count(documents, and(inSpace, eq(documents.status, "COMPLETED")));
  return { done: Math.max(0, total - waiting.count), total };
}
