import { QuarryError } from "@quarry/core";
import type { SQL } from "drizzle-orm";

/** What runs a statement: drizzle's database over postgres.js, or a transaction of it. */
export interface SqlExecutor {
  execute(statement: SQL): PromiseLike<readonly Record<string, unknown>[]>;
}

/** Runs a statement and answers its rows; throws `unavailable` when the database does not answer. */
export type Run = (statement: SQL) => Promise<readonly Record<string, unknown>[]>;

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
