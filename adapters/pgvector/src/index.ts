/**
 * @module
 * Vectors in PostgreSQL with the extension pgvector.
 */

export * from "./lexical/postgres-lexical-index.ts";
export type { SqlDatabase } from "./lexical/sql-database.ts";
export type { PgvectorOptions } from "./options.ts";
export { createPgvectorStore } from "./pgvector-store.ts";
export type { SqlExecutor } from "./sql-executor.ts";
