import type { VectorRecord, VectorSelector, VectorWriter } from "@quarry/core";
import { sql } from "drizzle-orm";
import type { Run } from "../sql/sql-executor.ts";
import { vectorText } from "../sql/vector-text.ts";

/**
 * Creates the store's writes over a database or a transaction.
 * @param onWritten Called with the upserted records.
 */
export function vectorWriter(run: Run, onWritten: (records: readonly VectorRecord[]) => void): VectorWriter {
  return {
    async upsert(records) {
      // pgvector has no cosine for a zero vector, and nothing is similar to it, so it is deleted instead. Sorted by
      // id so that two writers of the same records cannot deadlock.
      const latest = [...new Map(records.map((record) => [record.id, record])).values()].sort((a, b) =>
        a.id < b.id ? -1 : 1,
      );
      const [kept, dropped]: [VectorRecord[], string[]] = [[], []];
      for (const record of latest)
        if (record.vector.some((value) => value !== 0)) kept.push(record);
        else dropped.push(record.id);
      if (dropped.length > 0)
        await run(sql`delete from chunk_vectors where id = any(${sql.param(dropped)}::text[])`);
      if (kept.length > 0) await run(upsertSql(kept));
      onWritten(kept);
    },

    async delete(selector: VectorSelector) {
      const conditions = [sql`org_id = ${selector.orgId}`];
      if ("spaceId" in selector) conditions.push(sql`space_id = ${selector.spaceId}`);
      if ("documentId" in selector) conditions.push(sql`document_id = ${selector.documentId}`);
      if ("beforeGeneration" in selector) conditions.push(sql`generation < ${selector.beforeGeneration}`);
      await run(sql`delete from chunk_vectors where ${sql.join(conditions, sql` and `)}`);
    },
  };
}

/** Passes one array per column, so the statement's text is the same for any number of rows. */
function upsertSql(records: readonly VectorRecord[]) {
  const column = (value: (record: VectorRecord) => string) => sql`${sql.param(records.map(value))}::text[]`;
  return sql`
    insert into chunk_vectors (id, org_id, space_id, document_id, generation, model, embedding, metadata)
    select id, org_id, space_id, document_id, generation::int, model, l2_normalize(embedding::vector), metadata::jsonb
    from unnest(
      ${column(({ id }) => id)}, ${column(({ orgId }) => orgId)}, ${column(({ spaceId }) => spaceId)},
      ${column(({ documentId }) => documentId)}, ${column(({ generation }) => String(generation))},
      ${column(({ model }) => model)}, ${column(({ vector }) => vectorText(vector))},
      ${column(({ metadata }) => JSON.stringify(metadata))}
    ) as rows(id, org_id, space_id, document_id, generation, model, embedding, metadata)
    on conflict (id) do update set
      org_id = excluded.org_id, space_id = excluded.space_id, document_id = excluded.document_id,
      generation = excluded.generation, model = excluded.model, embedding = excluded.embedding,
      metadata = excluded.metadata`;
}
