import { type Run, runner, type SqlExecutor } from "../../sql/sql-executor.ts";
import { reading, type SqlDatabase, type Transact, writing } from "../../sql/transactions.ts";
import { SegmentGone } from "./segment-gone.ts";

const OWNER = "lexical index";

/** Runs statements of the lexical index. */
export function lexicalRunner(db: SqlExecutor): Run {
  return runner(db, OWNER);
}

/** Runs tasks in transactions that write. */
export function lexicalWriting(db: SqlDatabase): Transact {
  return writing(db, OWNER);
}

/** Runs tasks in read-only transactions that see one snapshot of the database. */
export function lexicalReading(db: SqlDatabase): Transact {
  return reading(db, OWNER);
}

/**
 * Runs tasks that read a consistent state without a transaction, which saves its round trips. Such a task may read
 * changing data in one statement only; everything else it reads must be immutable. When an immutable row has been
 * deleted in between, the task is repeated in a transaction.
 */
export function readingImmutable(db: SqlDatabase, lookups: SqlExecutor = db): Transact {
  const run = lexicalRunner(lookups);
  const transact = lexicalReading(db);
  return async (work) => {
    try {
      return await work(run);
    } catch (error) {
      if (!(error instanceof SegmentGone)) throw error;
      return transact(work);
    }
  };
}
