import type { PgDatabase } from "drizzle-orm/pg-core";
import type { PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import type { Sql } from "postgres";

/**
 * The database, or a transaction on it. Inside `db.transaction`, use only the transaction: a query on the database takes a
 * second connection, and when all connections are waiting for one, they deadlock.
 */
export type Database = PgDatabase<PostgresJsQueryResultHKT>;

/** Receives the text of every statement before it runs, without its parameters. */
export interface StatementLog {
  logQuery(statement: string): void;
}

/** A claimed name. */
export interface Claim {
  /** Turns an exclusive claim into a shared one, without releasing it in between. */
  share(): Promise<void>;
  release(): Promise<void>;
}

/** An open database. */
export interface OpenDatabase {
  readonly db: Database;
  /** The same database over a few connections that keep plans, for statements outside of transactions that look rows up by key. */
  readonly lookups: Database;
  /** True for the database in this process's data folder, which no other process can use. */
  readonly isEmbedded: boolean;
  /**
   * Claims a name for this process, exclusively or shared, until the claim is released or the process ends. Returns
   * undefined when another process holds a conflicting claim.
   */
  claim(name: string, mode: "alone" | "shared"): Promise<Claim | undefined>;
  /** Runs a task under a lock with this name. Waits while another process on this database holds the lock. */
  exclusively<Result>(name: string, task: () => Promise<Result>): Promise<Result>;
  /** A client with one connection of its own, for streams of rows. The caller ends it. */
  connect(): Sql;
  /** The connections of the pool now. */
  pool(): PoolState;
  /** What statements of this process found damaged, with the remedy. */
  damage(): readonly string[];
  close(): Promise<void>;
}

/** What the connections of a pool do. */
export interface PoolState extends Readonly<Record<string, number>> {
  readonly idle: number;
  /** In a transaction, or with a statement in progress. */
  readonly busy: number;
  /** Calls that no connection has taken yet. */
  readonly waiting: number;
}
