import { QuarryError } from "@quarry/core";
import { type SQL, sql } from "drizzle-orm";
import type { SqlExecutor } from "./sql-executor.ts";

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
  sql`create index if not exists chunk_vectors_space on chunk_vectors (org_id, space_id, model)`,
  sql`create index if not exists chunk_vectors_document on chunk_vectors (document_id)`,
  sql`create index if not exists chunk_vectors_metadata on chunk_vectors using gin (metadata jsonb_path_ops)`,
];

/**
 * Makes the store's table where it is not there yet.
 * @throws QuarryError `invalid_request` when the database has no pgvector.
 */
export async function createTable(db: SqlExecutor): Promise<void> {
  try {
    for (const statement of TABLE) await db.execute(statement);
  } catch (cause) {
    throw new QuarryError(
      "invalid_request",
      "The database cannot keep vectors: its extension pgvector, version 0.8 or newer, is missing. Install it, or set QUARRY_VECTOR_STORE=memory.",
      { cause },
    );
  }
}
