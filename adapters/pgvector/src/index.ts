/**
 * @module
 * Vectors in PostgreSQL with the extension pgvector, and a lexical index in plain PostgreSQL.
 */

export * from "./lexical/postgres-lexical-index.ts";
export type { SqlExecutor } from "./sql/sql-executor.ts";
export type { SqlDatabase } from "./sql/transactions.ts";
export type { PgvectorOptions } from "./vectors/options.ts";
export { createPgvectorStore } from "./vectors/pgvector-store.ts";
