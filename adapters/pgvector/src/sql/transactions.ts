import { databaseFailure } from "./database-failure.ts";
import { type Run, runner, type SqlExecutor } from "./sql-executor.ts";

/** A database that runs transactions: drizzle's over postgres.js. */
export interface SqlDatabase extends SqlExecutor {
  transaction<Result>(
    work: (transaction: SqlExecutor) => Promise<Result>,
    config?: { isolationLevel?: "repeatable read"; accessMode?: "read only" },
  ): Promise<Result>;
}

/** Runs a task in a transaction. */
export type Transact = <Result>(work: (run: Run) => Promise<Result>) => Promise<Result>;

/** Creates a `Transact` for writes. @param owner What uses the database, for error messages. */
export function writing(db: SqlDatabase, owner: string): Transact {
  return (work) => transact(owner, (task) => db.transaction(task), work);
}

/** Creates a `Transact` for read-only transactions that see one snapshot of the database. */
export function reading(db: SqlDatabase, owner: string): Transact {
  return (work) =>
    transact(
      owner,
      (task) => db.transaction(task, { isolationLevel: "repeatable read", accessMode: "read only" }),
      work,
    );
}

async function transact<Result>(
  owner: string,
  begin: (task: (transaction: SqlExecutor) => Promise<Result>) => Promise<Result>,
  work: (run: Run) => Promise<Result>,
): Promise<Result> {
  let failure: { readonly error: unknown } | undefined;
  try {
    return await begin(async (transaction) => {
      try {
        return await work(runner(transaction, owner));
      } catch (error) {
        failure = { error };
        throw error;
      }
    });
  } catch (cause) {
    // An error of the task passes through unchanged; any other, e.g. of the commit, is the database's.
    throw failure ? failure.error : databaseFailure(owner, cause);
  }
}
