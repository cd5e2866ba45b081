import type { StopSignal } from "@quarry/core";
import { PgDialect } from "drizzle-orm/pg-core";
import {
  convertErrors,
  type Rows,
  type Run,
  reserveOf,
  type Session,
  type SqlExecutor,
} from "./sql-executor.ts";

/** PostgreSQL's code for a cancelled statement. */
const CANCELLED = "57014";

/** Creates a `Run` whose statements are cancelled when the signal is aborted. */
export type StoppableRunner = (signal: StopSignal, isPrepared: boolean) => Run;

/**
 * Creates runners of statements that can be cancelled; undefined when the driver is not postgres.js. A request to cancel ends
 * what runs on the connection when it arrives. So each statement has a connection for itself, which is given back after
 * the server has taken the request: it can never end a statement of another caller.
 * @param owner What uses the database, for error messages.
 */
export function stoppableRunner(db: SqlExecutor, owner: string): StoppableRunner | undefined {
  const reserve = reserveOf(db);
  if (!reserve) return undefined;
  const dialect = new PgDialect();
  return (signal, isPrepared) => (statement) =>
    convertErrors(owner, async () => {
      const { sql, params } = dialect.sqlToQuery(statement);
      const session = await reserve();
      try {
        return await runIn(session, sql, params, isPrepared, signal);
      } finally {
        session.release();
      }
    });
}

async function runIn(
  session: Session,
  text: string,
  params: readonly unknown[],
  prepare: boolean,
  signal: StopSignal,
): Promise<Rows> {
  if (signal.aborted) throw Object.assign(new Error("no one waits for the statement"), { code: CANCELLED });
  const running = session.unsafe(text, params, { prepare });
  let cancelled: Promise<unknown> | undefined;
  const cancel = () => {
    // The server may be away; then the statement fails by itself.
    cancelled = Promise.resolve(running.cancel()).catch(() => undefined);
  };
  signal.addEventListener("abort", cancel);
  try {
    return await running;
  } finally {
    signal.removeEventListener("abort", cancel);
    await cancelled;
  }
}
