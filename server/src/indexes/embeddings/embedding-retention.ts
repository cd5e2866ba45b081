import { sql } from "drizzle-orm";
import {
  createPeriodicTask,
  type PeriodicTask,
  type PeriodicTaskDeps,
} from "../../platform/background/periodic-task.ts";
import type { Database } from "../../platform/database/database.ts";
import { chunks } from "../../platform/database/tables/document-tables.ts";
import { embeddings } from "../../platform/database/tables/index-tables.ts";

const HOUR_MS = 3_600_000;
/** A scan reads the tables of embeddings and of chunks once: 3 s for a million of each. */
const SCAN_LIMIT_MS = 600_000;
/** Embeddings found in one scan. */
const FOUND_LIMIT = 100_000;
/** Embeddings deleted in one statement, so that none blocks others for long. */
const BATCH = 1000;

/**
 * Creates the task that deletes embeddings of texts that no chunk has any more, a day after a document last used them. Until
 * then a document that is deleted and uploaded again needs no embedder, and one in progress keeps its embeddings.
 */
export function createEmbeddingRetention(deps: PeriodicTaskDeps & { readonly db: Database }): PeriodicTask {
  const { db } = deps;

  async function work(signal: AbortSignal): Promise<void> {
    for (;;) {
      const unused = await findUnused(db);
      for (let start = 0; start < unused.length && !signal.aborted; start += BATCH)
        await deleteUnused(db, unused.slice(start, start + BATCH));
      if (signal.aborted || unused.length < FOUND_LIMIT) return;
    }
  }

  return createPeriodicTask(deps, {
    name: "embedding retention",
    intervalMs: 6 * HOUR_MS,
    firstMs: HOUR_MS / 6,
    work,
  });
}

interface UnusedEmbedding {
  readonly orgId: string;
  readonly model: string;
  readonly hash: string;
}

/** By the database's clock, as the times that it compares with. */
const isOld = sql`${embeddings.usedAt} < now() - interval '1 day'`;

async function findUnused(db: Database): Promise<UnusedEmbedding[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local statement_timeout = ${SCAN_LIMIT_MS}`));
    // One processor is enough for work that no caller waits for.
    await tx.execute(sql`set local max_parallel_workers_per_gather = 0`);
    return tx
      .select({ orgId: embeddings.orgId, model: embeddings.model, hash: embeddings.hash })
      .from(embeddings)
      .where(
        sql`${isOld} and not exists (
          select from ${chunks}
          where ${chunks.orgId} = ${embeddings.orgId} and ${chunks.embeddingHash} = ${embeddings.hash})`,
      )
      .limit(FOUND_LIMIT);
  });
}

/**
 * Deletes embeddings that no document has used since: a document marks them before it gets chunks with these texts. Skips embeddings that
 * one marks at this moment: two that wait for each other would be a deadlock, which fails one of them.
 */
async function deleteUnused(db: Database, unused: readonly UnusedEmbedding[]): Promise<void> {
  const columns = [
    unused.map((row) => row.orgId),
    unused.map((row) => row.model),
    unused.map((row) => row.hash),
  ];
  const [orgIds, models, hashes] = columns.map((values) => sql`${sql.param(values)}::text[]`);
  await db.execute(sql`
    with locked as materialized (
      select ${embeddings.orgId}, ${embeddings.model}, ${embeddings.hash}
      from ${embeddings} join unnest(${orgIds}, ${models}, ${hashes}) as unused (org_id, model, hash)
        on ${embeddings.orgId} = unused.org_id and ${embeddings.model} = unused.model
          and ${embeddings.hash} = unused.hash
      where ${isOld} for update of ${embeddings} skip locked
    )
    delete from ${embeddings} using locked
    where ${embeddings.orgId} = locked.org_id and ${embeddings.model} = locked.model
      and ${embeddings.hash} = locked.hash`);
}
