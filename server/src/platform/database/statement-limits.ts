import { QuarryError } from "@quarry/core";
import { sql } from "drizzle-orm";
import { postgresCode } from "../log/database-errors.ts";
import type { Database } from "./database.ts";

/** How long a statement may take, and the error for the caller when one takes longer. */
export interface StatementDeadline {
  readonly withinMs: number;
  readonly message: string;
}

/** PostgreSQL's code for a statement that it ended. */
const ENDED = "57014";
/** Longer than PostgreSQL takes to find a deadlock. */
const LOCK_WAIT_MS = 3000;

/**
 * Runs a task in a transaction whose statements PostgreSQL ends at the deadline.
 * @throws QuarryError `unavailable` with the message of the deadline.
 */
export async function withStatementDeadline<Result>(
  db: Database,
  { withinMs, message }: StatementDeadline,
  task: (tx: Database) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = ${withinMs}`));
      return task(tx);
    });
  } catch (error) {
    if (postgresCode(error) !== ENDED) throw error;
    throw new QuarryError("unavailable", message, { retryAfterMs: withinMs });
  }
}

/**
 * Makes statements of a transaction fail when others hold a lock for long, so that background work gives way and tries again
 * later. Call it first in the transaction.
 */
export async function limitLockWaits(tx: Database): Promise<void> {
  await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_WAIT_MS}`));
}
