import type { Chunking, Rechunking } from "@quarry/schema";
import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { documents, jobs, spaces } from "../../platform/database/tables/document-tables.ts";

/** How a space cuts its documents; null is the default. */
export async function findChunking(db: Database, orgId: string, spaceId: string): Promise<Chunking | null> {
  const [row] = await db
    .select({ chunking: spaces.chunking })
    .from(spaces)
    .where(and(eq(spaces.orgId, orgId), eq(spaces.id, spaceId)));
  return row?.chunking ?? null;
}

/**
 * How some spaces cut their documents, by id, which stays so until the transaction ends. Whoever writes documents asks
 * before it locks any, as do those who change the settings: they would wait for each other otherwise.
 */
export async function holdChunking(
  tx: Database,
  orgId: string,
  spaceIds: readonly string[],
): Promise<Map<string, Chunking | null>> {
  const rows = await tx
    .select({ id: spaces.id, chunking: spaces.chunking })
    .from(spaces)
    .where(and(eq(spaces.orgId, orgId), inArray(spaces.id, [...spaceIds])))
    .orderBy(asc(spaces.id))
    .for("share");
  return new Map(rows.map(({ id, chunking }) => [id, chunking]));
}

/**
 * In a transaction that holds the settings of a space, adds the jobs that cut its documents anew, or one of them, where
 * they are cut by other settings. One that waits to be tried again starts at once. They are held: one that is deleted or
 * set to FAILED meanwhile must have no job.
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

/** In a transaction, takes away the jobs for documents that are cut as their space says: it was changed back. */
export async function dropNeedlessRechunks(tx: Database, orgId: string, spaceId: string): Promise<void> {
  await tx.execute(sql`
    delete from jobs using documents join spaces on spaces.id = documents.space_id
    where documents.id = jobs.document_id and jobs.org_id = ${orgId} and jobs.kind = 'rechunk'
      and documents.space_id = ${spaceId} and documents.chunking is not distinct from spaces.chunking`);
}

/** How far a space's documents are with being cut anew; undefined when none is to be. */
export async function findRechunking(
  db: Database,
  orgId: string,
  spaceId: string,
): Promise<Rechunking | undefined> {
  const rechunks = and(eq(jobs.orgId, orgId), eq(jobs.kind, "rechunk"));
  // Most often there is none in the whole organization, which is one look into an index.
  const [some] = await db.select({ id: jobs.documentId }).from(jobs).where(rechunks).limit(1);
  if (!some) return undefined;
  const inSpace = and(eq(documents.orgId, orgId), eq(documents.spaceId, spaceId));
  const [waiting] = await db
    .select({ count: count() })
    .from(jobs)
    .innerJoin(documents, and(eq(documents.id, jobs.documentId), inSpace))
    .where(rechunks);
  if (!waiting?.count) return undefined;
  const total = await db.$count(documents, and(inSpace, eq(documents.status, "COMPLETED")));
  return { done: Math.max(0, total - waiting.count), total };
}
