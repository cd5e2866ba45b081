import type { Dependencies } from "../../server/src/compose/dependencies.ts";
import type { Database } from "../../server/src/platform/database/database.ts";
import { documents } from "../../server/src/platform/database/tables/document-tables.ts";

/** A row as the driver returns it. */
export type Row = Readonly<Record<string, unknown>>;

/** Runs SQL directly, bypassing the services and their indexes. */
export async function runSql(deps: Dependencies, statement: string): Promise<Row[]> {
  return [...(await deps.db.execute<Record<string, unknown>>(statement))];
}

/**
 * The documents that violate the rule on jobs: unfinished without a job, finished with a job, or with a re-chunking job
 * but not COMPLETED.
 */
export async function strandedDocuments(deps: Dependencies): Promise<Row[]> {
  return runSql(
    deps,
    `select d.id, d.filename, d.status, j.document_id is not null as has_job
     from documents d left join jobs j on j.document_id = d.id
     where (d.status in ('PENDING', 'PROCESSING')) <> coalesce(j.kind = 'process', false)
       or (j.kind = 'rechunk' and d.status <> 'COMPLETED')`,
  );
}

/** Inserts documents without chunks directly into the database: `0.txt`, `1.txt` and so on. */
export async function addDocuments(
  db: Database,
  orgId: string,
  spaceId: string,
  count: number,
  changedAt = new Date(),
): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, at) => ({
    id: `doc_${crypto.randomUUID()}`,
    ...{ orgId, spaceId, filename: `${at}.txt`, mimeType: "text/plain", fileSize: 1 },
    ...{ blobKey: `${orgId}/none/${crypto.randomUUID()}`, storageUrl: "file:///none", contentHash: "none" },
    ...{ status: "COMPLETED" as const, embeddingModel: "none", indexingType: "text" as const },
    ...{ generation: 1, chunkCount: 0, metadata: {}, createdAt: changedAt, updatedAt: changedAt },
  }));
  if (count > 0) await db.insert(documents).values(rows);
  return rows.map(({ id }) => id);
}
