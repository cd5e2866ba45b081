import type { Scope, VectorHit, VectorQuery, VectorRecord, VectorStore } from "@quarry/core";
import { type SQL, sql } from "drizzle-orm";
import { filterSql } from "./filter-sql.ts";
import { runner, type SqlExecutor } from "./sql-executor.ts";
import { createTable } from "./table.ts";
import { vectorText, vectorWriter } from "./vector-writer.ts";

const SCAN_PAGE = 500;

/**
 * Vectors in PostgreSQL with pgvector, searched exactly. The database's life is its owner's: `close` leaves it open.
 * @throws QuarryError `invalid_request` when the extension pgvector is not there.
 */
export async function createPgvectorStore(db: SqlExecutor): Promise<VectorStore> {
  await createTable(db);
  const run = runner(db);
  return {
    name: "pgvector",
    capabilities: { durable: true, maxDimensions: 16_000, maxBatch: 500 },

    ...vectorWriter(run),
    // The service's transactions are of the same driver as its database.
    within: (transaction) => vectorWriter(runner(transaction as SqlExecutor)),

    async query({ scope, model, vector, topK, filter }: VectorQuery) {
      if (vector.every((value) => value === 0)) return [];
      const question = sql`${vectorText(vector)}::vector`;
      const rows = await run(sql`
        select id, space_id, document_id, 1 - (embedding <=> ${question}) as score
        from chunk_vectors
        where ${inScope(scope)} and model = ${model} and vector_dims(embedding) = ${vector.length}
          ${filter ? sql`and ${filterSql(filter)}` : sql``}
        order by embedding <=> ${question}, id collate "C"
        limit ${topK}`);
      return rows.map(
        (row): VectorHit => ({
          id: String(row.id),
          spaceId: String(row.space_id),
          documentId: String(row.document_id),
          score: Number(row.score),
        }),
      );
    },

    async count(scope) {
      const [row] = await run(sql`select count(*)::int as total from chunk_vectors where ${inScope(scope)}`);
      return Number(row?.total);
    },

    async *scan(orgId) {
      for (let last = ""; ; ) {
        const rows = await run(sql`
          select id, org_id, space_id, document_id, generation, model, embedding::text as embedding, metadata
          from chunk_vectors where org_id = ${orgId} and id collate "C" > ${last}
          order by id collate "C" limit ${SCAN_PAGE}`);
        for (const row of rows) yield toRecord(row);
        const end = rows.at(-1);
        if (!end) return;
        last = String(end.id);
      }
    },

    async close() {},
  };
}

function inScope({ orgId, spaceIds, documentIds }: Scope): SQL {
  return sql`org_id = ${orgId} and space_id = any(${sql.param([...spaceIds])}::text[]) ${
    documentIds ? sql`and document_id = any(${sql.param([...documentIds])}::text[])` : sql``
  }`;
}

function toRecord(row: Record<string, unknown>): VectorRecord {
  return {
    id: String(row.id),
    orgId: String(row.org_id),
    spaceId: String(row.space_id),
    documentId: String(row.document_id),
    generation: Number(row.generation),
    model: String(row.model),
    vector: Float32Array.from(JSON.parse(String(row.embedding)) as number[]),
    metadata: row.metadata as VectorRecord["metadata"],
  };
}
