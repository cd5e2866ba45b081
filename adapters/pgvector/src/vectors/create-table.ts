import { QuarryError } from "@quarry/core";
import { type SQL, sql } from "drizzle-orm";
import type { SqlExecutor } from "../sql/sql-executor.ts";

/**
 * What the store needs in the database, one statement each; all may be run again. The column has no fixed dimension,
 * since one table holds the vectors of every model.
 */
const TABLE: readonly SQL[] = [
  sql`create extension if not exists vector`,
  sql`create table if not exists chunk_vectors (
    id text primary key,
    org_id text not null,
    space_id text not null,
    document_id text not null,
    generation integer not null,
    model text not null,
    embedding vector not null,
    metadata jsonb not null
  )`,
];

/**
 * Made where they are missing only: even `if not exists` would wait for an index that another process is making, and
 * every write for that.
 */
const INDEXES = {
  chunk_vectors_space: sql`on chunk_vectors (org_id, space_id, model)`,
  chunk_vectors_document: sql`on chunk_vectors (document_id)`,
  chunk_vectors_metadata: sql`on chunk_vectors using gin (metadata jsonb_path_ops)`,
};

/**
 * Makes the store's table where it is not there yet.
 * @throws QuarryError `invalid_request` when the database has no pgvector.
 */
export async function createTable(db: SqlExecutor): Promise<void> {
  try {
    for (const statement of TABLE) await db.execute(statement);
    for (const [name, definition] of Object.entries(INDEXES)) {
      const [row] = await db.execute(sql`select to_regclass(${name}::text)::text as found`);
      if (!row?.found)
        await db.execute(sql`create index if not exists ${sql.identifier(name)} ${definition}`);
    }
  } catch (cause) {
    throw new QuarryError(
      "invalid_request",
      "The database cannot keep vectors: its extension pgvector, version 0.8 or newer, is missing. Install it, or set QUARRY_VECTOR_STORE=memory.",
      { cause },
    );
  }
}
