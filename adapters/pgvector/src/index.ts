/**
 * @module
 * Vectors in PostgreSQL with the extension pgvector, embedded (PGlite) or on a server.
 */
export { createPgvectorStore } from "./pgvector-store.ts";
export type { SqlExecutor } from "./sql-executor.ts";
