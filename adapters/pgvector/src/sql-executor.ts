import { QuarryError } from "@quarry/core";
import type { SQL } from "drizzle-orm";

/** Rows as the driver gives them. */
export type Rows = readonly Record<string, unknown>[];

/** What runs a statement: drizzle's database over postgres.js, or a transaction of it. */
export interface SqlExecutor {
  execute(statement: SQL): PromiseLike<Rows>;
}

/** One connection that nobody else uses meanwhile, as postgres.js reserves it. */
export interface Session {
  unsafe(statement: string): PromiseLike<Rows>;
  release(): unknown;
}

/** Takes a connection out of the pool. */
export type Reserve = () => PromiseLike<Session>;

/** Runs a statement and answers its rows; throws `unavailable` when the database does not answer. */
export type Run = (statement: SQL) => Promise<Rows>;

/** Makes a database's errors errors of the port; they carry the statement with a tenant's text otherwise. */
export function runner(db: SqlExecutor): Run {
  return async (statement) => {
    try {
      return await db.execute(statement);
    } catch (cause) {
      throw new QuarryError("unavailable", "The vector store's database does not answer.", { cause });
    }
  };
}

/** How to reserve a connection of the pool behind drizzle's database; undefined when it is not postgres.js's. */
export function reserveOf(db: SqlExecutor): Reserve | undefined {
  const { $client } = db as { $client?: { reserve?: Reserve } };
  return $client?.reserve && (() => ($client.reserve as Reserve)());
}
