import { QuarryError } from "@quarry/core";
import { SegmentGone } from "../lexical/storage/segment-gone.ts";
import type { Run, SqlExecutor } from "./sql-executor.ts";

/** A database that runs transactions: drizzle's over postgres.js. */
export interface SqlDatabase extends SqlExecutor {
  transaction<Result>(
    work: (transaction: SqlExecutor) => Promise<Result>,
    config?: { isolationLevel?: "repeatable read"; accessMode?: "read only" },
  ): Promise<Result>;
}

/** Runs a task in a transaction. */
export type Transact = <Result>(work: (run: Run) => Promise<Result>) => Promise<Result>;

/** Runs statements, with the database's errors made errors of the port: they carry SQL and a tenant's text otherwise. */
export function lexicalRunner(db: SqlExecutor): Run {
  return async (statement) => {
    try {
      return await db.execute(statement);
    } catch (cause) {
      throw unavailable(cause);
    }
  };
}

/** Runs tasks in transactions that write. */
export function writing(db: SqlDatabase): Transact {
  return (work) => transact((task) => db.transaction(task), work);
}

/** Runs tasks in transactions that see one state of the database and change nothing. */
export function reading(db: SqlDatabase): Transact {
  return (work) =>
    transact(
      (task) => db.transaction(task, { isolationLevel: "repeatable read", accessMode: "read only" }),
      work,
    );
}

/**
 * Runs tasks that see one state of the database: one statement, and rows that never change. That saves the round trips
 * of a transaction. Where such a row was taken away meanwhile, the task is done again in a transaction.
 */
export function readingUnchanging(db: SqlDatabase): Transact {
  const run = lexicalRunner(db);
  const again = reading(db);
  return async (work) => {
    try {
      return await work(run);
    } catch (error) {
      if (!(error instanceof SegmentGone)) throw error;
      return again(work);
    }
  };
}

async function transact<Result>(
  begin: (task: (transaction: SqlExecutor) => Promise<Result>) => Promise<Result>,
  work: (run: Run) => Promise<Result>,
): Promise<Result> {
  let failure: { readonly error: unknown } | undefined;
  try {
    return await begin(async (transaction) => {
      try {
        return await work(lexicalRunner(transaction));
      } catch (error) {
        failure = { error };
        throw error;
      }
    });
  } catch (cause) {
    // What the task threw is an error of its own; everything else is the database's.
    throw failure ? failure.error : unavailable(cause);
  }
}

function unavailable(cause: unknown): QuarryError {
  return new QuarryError("unavailable", "The lexical index's database does not answer.", { cause });
}
