import { QuarryError } from "@quarry/core";
import { type SQL, sql } from "drizzle-orm";
import { databaseFailure, sqlStateOf } from "../sql/database-failure.ts";
import type { SqlExecutor } from "../sql/sql-executor.ts";

const EXTENSION = sql`create extension if not exists vector`;

/**
 * The column has no fixed dimension: one table holds the vectors of all models. Vectors stay in their rows up to 8 kB,
 * 2,000 dimensions: in a TOAST table, PostgreSQL's default from 2 kB on, an exact search took three to five times as long.
 */
const TABLE = sql`create table if not exists chunk_vectors (
  id text primary key,
  org_id text not null,
  space_id text not null,
  document_id text not null,
  generation integer not null,
  model text not null,
  embedding vector not null,
  metadata jsonb not null
) with (toast_tuple_target = 8160)`;

/**
 * Created only when they are missing: even `create index if not exists` waits for an index that another process is
 * building, and all writes queue up behind it.
 */
const INDEXES = {
  chunk_vectors_space: sql`on chunk_vectors (org_id, space_id, model)`,
  chunk_vectors_document: sql`on chunk_vectors (document_id)`,
  chunk_vectors_metadata: sql`on chunk_vectors using gin (metadata jsonb_path_ops)`,
};

/** SQLSTATEs of an extension that is not installed: feature_not_supported since PostgreSQL 15, undefined_file before. */
const NOT_INSTALLED = ["0A000", "58P01"];
const INSUFFICIENT_PRIVILEGE = "42501";
/** SQLSTATEs when another process creates the same object at the same time: unique, duplicate table, duplicate object. */
const ALREADY_CREATED = ["23505", "42P07", "42710"];

/**
 * Creates the store's extension, table and indexes where they are missing.
 * @throws QuarryError `invalid_request` when pgvector is not installed or the user may not set it up; `unavailable` or
 * `internal` for other failures of the database.
 */
export async function createTable(db: SqlExecutor): Promise<void> {
  await create(db, EXTENSION);
  await create(db, TABLE);
  for (const [name, definition] of Object.entries(INDEXES)) {
    const found = await db.execute(sql`select to_regclass(${name}::text)::text as found`).then(
      ([row]) => row?.found,
      (error) => fail(error),
    );
    if (!found) await create(db, sql`create index if not exists ${sql.identifier(name)} ${definition}`);
  }
}

async function create(db: SqlExecutor, statement: SQL): Promise<void> {
  try {
    await db.execute(statement);
  } catch (error) {
    const state = sqlStateOf(error) ?? "";
    if (!ALREADY_CREATED.includes(state))
      fail(error, statement === EXTENSION && NOT_INSTALLED.includes(state));
  }
}

function fail(error: unknown, isMissing = false): never {
  if (isMissing)
    throw new QuarryError(
      "invalid_request",
      "The database has no extension pgvector. Install pgvector 0.8 or newer, or set QUARRY_VECTOR_STORE=memory.",
      { cause: error },
    );
  if (sqlStateOf(error) === INSUFFICIENT_PRIVILEGE)
    throw new QuarryError(
      "invalid_request",
      "The database user may not set up the vector store. Run `create extension vector` as a superuser, and grant the user `create` on the schema.",
      { cause: error },
    );
  throw databaseFailure("vector store", error);
}
