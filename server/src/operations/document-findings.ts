import { and, eq, sql } from "drizzle-orm";
import type { Indexer } from "../indexes/delivery/indexer.ts";
import type { Database } from "../platform/database/database.ts";
import { documents } from "../platform/database/tables/document-tables.ts";
import { enqueueRechunks } from "../records/documents/rechunk-jobs.ts";
import { failedByService } from "../records/documents/service-failure.ts";
import { holdChunking } from "../records/spaces/space-chunking.ts";
import type { Finding } from "./operation-event.ts";

/** A finding with its repair. */
export interface RepairableFinding extends Finding {
  repair(deps: RepairDeps, now: Date): Promise<void>;
}

interface RepairDeps {
  readonly db: Database;
  readonly indexer: Indexer;
}

type Row = { readonly orgId: string; readonly id: string };

/** A COMPLETED document may only have a re-chunking job, a FAILED one none. */
const hasNeedlessJob = sql`(documents.status = 'FAILED' or documents.status = 'COMPLETED' and jobs.kind = 'process')`;

/** Finds stuck or inconsistent documents in all organizations. */
export async function findBrokenDocuments(db: Database): Promise<RepairableFinding[]> {
  const found: RepairableFinding[] = [];
  const look = async (
    problem: string,
    rows: PromiseLike<readonly Record<string, unknown>[]>,
    repair: typeof requeue,
  ) => {
    for (const row of await rows) {
      const [orgId, id] = [String(row.org_id), String(row.id)];
      const subject = `document ${id}`;
      found.push({ orgId, subject, problem, repair: (deps, now) => repair(deps, { orgId, id }, now) });
    }
  };
  await look(
    "is not processed and has no job",
    db.execute(sql`
      select org_id, id from documents
      where status in ('PENDING', 'PROCESSING')
        and not exists (select from jobs where jobs.document_id = documents.id and kind = 'process')`),
    requeue,
  );
  await look(
    "is processed but still has a job",
    db.execute(sql`
      select documents.org_id, documents.id from jobs join documents on documents.id = jobs.document_id
      where ${hasNeedlessJob}`),
    dropJob,
  );
  await look(
    "is not chunked with its space's settings and has no job",
    db.execute(sql`
      select documents.org_id, documents.id from documents join spaces on spaces.id = documents.space_id
      where documents.status = 'COMPLETED' and documents.chunking is distinct from spaces.chunking
        and not exists (select from jobs where jobs.document_id = documents.id)`),
    rechunk,
  );
  await look(
    "has no text, or its chunks do not match its row",
    db.execute(sql`
      select org_id, id from documents
      where status = 'COMPLETED' and (
        not exists (select from document_texts where document_texts.document_id = documents.id)
        or exists (select from chunks where document_id = documents.id and generation <> documents.generation)
        or chunk_count <> (select count(*) from chunks where document_id = documents.id))`),
    requeue,
  );
  await look(
    "has chunks without a stored embedding",
    db.execute(sql`
      select org_id, id from documents
      where status = 'COMPLETED' and exists (
        select from chunks where chunks.document_id = documents.id and not exists (
          select from embeddings
          where embeddings.org_id = documents.org_id and embeddings.model = documents.embedding_model
            and embeddings.hash = chunks.embedding_hash))`),
    requeue,
  );
  await look(
    "failed because of an error in the service, which the log describes",
    db.execute(sql`select org_id, id from documents where ${failedByService}`),
    requeue,
  );
  return found;
}

/** Queues a document for processing from its original file. Until then it is not found. */
async function requeue({ indexer }: RepairDeps, { orgId, id }: Row, now: Date): Promise<void> {
  await indexer.write(async (tx, note) => {
    await tx.execute(
      sql`update documents set status = 'PENDING', error_message = null
        where org_id = ${orgId} and id = ${id} and (status <> 'FAILED' or ${failedByService})`,
    );
    await tx.execute(sql`
      insert into jobs (document_id, org_id, attempts, run_at, created_at)
      select id, org_id, 0, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
      from documents where org_id = ${orgId} and id = ${id} and status = 'PENDING'
      on conflict (document_id) do update set kind = 'process', run_at = excluded.run_at, lease_token = null`);
    await note({ kind: "document-gone", orgId, documentId: id });
  });
}

/** Queues a document for re-chunking with its space's settings. */
async function rechunk({ db }: RepairDeps, { orgId, id }: Row, now: Date): Promise<void> {
  const [document] = await db
    .select({ spaceId: documents.spaceId })
    .from(documents)
    .where(and(eq(documents.orgId, orgId), eq(documents.id, id)));
  if (!document) return;
  await db.transaction(async (tx) => {
    await holdChunking(tx, orgId, [document.spaceId]);
    await enqueueRechunks(tx, orgId, { ...document, documentId: id }, now);
  });
}

async function dropJob({ db }: RepairDeps, { orgId, id }: Row): Promise<void> {
  await db.execute(sql`
    delete from jobs using documents
    where documents.id = jobs.document_id and jobs.org_id = ${orgId} and jobs.document_id = ${id}
      and ${hasNeedlessJob}`);
}
