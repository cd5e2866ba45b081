import type { PgDatabase } from "drizzle-orm/pg-core";
import type { PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import type * as schema from "./schema.ts";

/**
 * The database, or a transaction on it. Inside `db.transaction` only the transaction may be used: the embedded
 * database has one connection, and a second query on it would wait for ever.
 */
export type Database = PgDatabase<PostgresJsQueryResultHKT, typeof schema>;

/** The database and the way to let go of it. */
export interface OpenDatabase {
  readonly db: Database;
  close(): Promise<void>;
}
