import type { PgDatabase } from "drizzle-orm/pg-core";
import type { PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";

/**
 * The database, or a transaction on it. Inside `db.transaction` only the transaction may be used: a query outside of
 * it takes a second connection, and when all connections wait for one they wait for ever.
 */
export type Database = PgDatabase<PostgresJsQueryResultHKT>;

/** Is told the text of every statement that is about to run, without its values. */
export interface StatementLog {
  logQuery(statement: string): void;
}

/** A name that is taken. */
export interface Claim {
  /** Lets others share a name that was taken alone, without letting go of it in between. */
  share(): Promise<void>;
  release(): Promise<void>;
}

/** The database and the way to let go of it. */
export interface OpenDatabase {
  readonly db: Database;
  /** True for the database in this process's data folder, which no other process can use. */
  readonly isEmbedded: boolean;
  /**
   * Takes a name for this process, alone or together with others that share it, until it ends or lets go; undefined
   * when another process on this database stands against it.
   */
  claim(name: string, mode: "alone" | "shared"): Promise<Claim | undefined>;
  /** Runs a task while no other process on this database runs one of the same name. */
  exclusively<Result>(name: string, task: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}
