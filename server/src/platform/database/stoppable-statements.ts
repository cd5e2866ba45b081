import { AsyncLocalStorage } from "node:async_hooks";
import type { PendingQuery, Row, Sql } from "postgres";

/** PostgreSQL's code for a cancelled statement. */
const CANCELLED = "57014";

type Statement = PendingQuery<Row[]>;

const signals = new AsyncLocalStorage<() => AbortSignal>();

/**
 * Runs work whose statements PostgreSQL cancels when the signal is aborted, regardless of where the work runs them.
 * @param signal Called for each statement.
 */
export function withStoppableStatements<Result>(signal: () => AbortSignal, work: () => Result): Result {
  return signals.run(signal, work);
}

/** The signal that ends the statements of the current work; undefined when nothing does. */
export function currentSignal(): AbortSignal | undefined {
  return signals.getStore()?.();
}

/**
 * Runs a statement until it ends or the signal is aborted. A request to cancel ends what runs on the connection when it
 * arrives. So the statement has a connection for itself, its transaction's or one of the pool, until the server has
 * taken the request: it can never end a statement of another caller.
 * @param client A pool or a transaction.
 * @returns What Drizzle and the adapters use of the driver's statements: a promise of rows, with `values` for rows of values.
 */
export function stoppableStatement(
  client: Sql,
  createStatement: (client: Sql) => Statement,
  signal: AbortSignal,
): Statement {
  let asValues = false;
  async function run(): Promise<unknown> {
    // A transaction has no `reserve`.
    const session = "reserve" in client ? await client.reserve() : undefined;
    try {
      const statement = createStatement(session ?? client);
      return await untilAborted(asValues ? (statement.values() as unknown as Statement) : statement, signal);
    } finally {
      session?.release();
    }
  }
  // After the call of `values`.
  const rows = Promise.resolve().then(run);
  const values = () => {
    asValues = true;
    return rows;
  };
  return Object.assign(rows, { values }) as unknown as Statement;
}

async function untilAborted(statement: Statement, signal: AbortSignal): Promise<unknown> {
  if (signal.aborted)
    throw Object.assign(new Error("Nothing waits for the statement any more"), { code: CANCELLED });
  let cancelled: Promise<unknown> | undefined;
  const cancel = () => {
    // The server may be away; then the statement fails by itself.
    cancelled = Promise.resolve(statement.cancel()).catch(() => undefined);
  };
  signal.addEventListener("abort", cancel);
  try {
    return await statement;
  } finally {
    signal.removeEventListener("abort", cancel);
    await cancelled;
  }
}
