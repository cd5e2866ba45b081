import { createPgvectorStore } from "@quarry/pgvector";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { openServerDatabase } from "../../../server/src/platform/database/server.ts";
import { startPostgres } from "../../support/postgres.ts";
import { type Comparison, type Contender, MODEL, ORG, SCOPE, SPACES } from "./contender.ts";

/** Compares the store with hand-written SQL for the same table, index and search settings. */
export async function comparePgvector(dimensions: number): Promise<Comparison> {
  const server = await startPostgres();
  const database = await openServerDatabase(await server.createDatabase());
  const { db } = database;
  // Index builds take many times longer with less memory; operators of such sizes change this setting, too.
  await db.execute(sql`alter system set maintenance_work_mem = '2GB'`);
  await db.execute(sql`select pg_reload_conf()`);
  const store = await createPgvectorStore(db, { index: "hnsw" });
  let written = 0;
  const quarry: Contender = {
    async write(batch) {
      await store.upsert(batch);
      written += batch.length;
    },
    query: async (vector, topK) =>
      (await store.query({ scope: SCOPE, model: MODEL, vector, topK })).map(({ id }) => id),
    async settle() {
      const made = sql`
        select 1 from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
        where indrelid = to_regclass('chunk_vectors') and indisvalid and amname = 'hnsw'`;
      while (written > 5000 && (await db.execute(made)).length === 0) await Bun.sleep(100);
    },
    bytes: async () =>
      relationBytes(await db.execute(sql`select pg_total_relation_size('chunk_vectors') as bytes`)),
  };
  const { bare, end } = await openBareTable(await server.createDatabase(), dimensions);
  return {
    engine: "pgvector",
    quarry,
    bare,
    async close() {
      await store.close();
      await database.close();
      await end();
      await server.stop();
    },
  };
}

async function openBareTable(url: string, dimensions: number) {
  const connection = { "hnsw.iterative_scan": "relaxed_order", "hnsw.ef_search": "100" };
  const client = postgres(url, { max: 1, onnotice: () => undefined, connection });
  await client.unsafe(`
    create extension vector;
    create table items (
      id text primary key, org_id text not null, space_id text not null, document_id text not null,
      generation integer not null, model text not null, embedding vector(${dimensions}) not null,
      metadata jsonb not null);
    create index on items (org_id, space_id, model);
    create index on items (document_id);
    create index on items using gin (metadata jsonb_path_ops)`);
  let written = 0;
  const bare: Contender = {
    async write(batch) {
      const texts = batch.map(({ vector }) => `[${vector.join(",")}]`);
      await client`
        insert into items
        select id, ${ORG}, space, document, 1, ${MODEL}, embedding::vector, metadata::jsonb
        from unnest(
          ${batch.map(({ id }) => id)}::text[], ${batch.map(({ spaceId }) => spaceId)}::text[],
          ${batch.map(({ documentId }) => documentId)}::text[], ${texts}::text[],
          ${batch.map(({ metadata }) => JSON.stringify(metadata))}::text[]
        ) as rows(id, space, document, embedding, metadata)
        on conflict (id) do update set embedding = excluded.embedding, metadata = excluded.metadata`;
      written += batch.length;
    },
    async query(vector, topK) {
      const question = `[${vector.join(",")}]`;
      const rows = await client`
        select id, space_id, document_id, embedding <=> ${question}::vector as distance from items
        where org_id = ${ORG} and space_id = any(${[...SPACES]}::text[]) and model = ${MODEL}
        order by embedding <=> ${question}::vector limit ${topK}`;
      return rows.map(({ id }) => String(id));
    },
    async settle() {
      if (written > 5000)
        await client`create index if not exists items_hnsw on items using hnsw (embedding vector_cosine_ops)`;
      await client`analyze items`;
    },
    bytes: async () => relationBytes(await client`select pg_total_relation_size('items') as bytes`),
  };
  return { bare, end: () => client.end() };
}

function relationBytes(rows: readonly Record<string, unknown>[]): number {
  return Number(rows[0]?.bytes);
}
