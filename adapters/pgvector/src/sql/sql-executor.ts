import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { databaseFailure } from "./database-failure.ts";

/** Rows as the driver returns them. */
export type Rows = readonly Record<string, unknown>[];

/** Executes statements: drizzle's database over postgres.js, or one of its transactions. */
export interface SqlExecutor {
  execute(statement: SQL): PromiseLike<Rows>;
}

/** A statement of postgres.js in progress. */
export interface RunningStatement extends PromiseLike<Rows> {
  /** Asks the server to cancel it. Resolves when the server has the request. */
  cancel(): unknown;
}

/** A connection that postgres.js has taken out of its pool. */
export interface Session {
  unsafe(
    statement: string,
    params?: readonly unknown[],
    options?: { readonly prepare: boolean },
  ): RunningStatement;
  /** Returns the connection to the pool. */
  release(): unknown;
}

/** Takes a connection out of the pool. */
export type Reserve = () => PromiseLike<Session>;

/** The part of postgres.js's client, which drizzle exposes as `$client`, that this package uses. */
interface Client {
  readonly reserve?: Reserve;
  readonly unsafe?: (
    statement: string,
    params: readonly unknown[],
    options: { readonly prepare: boolean },
  ) => PromiseLike<Rows>;
}

/**
 * Runs a statement and returns its rows.
 * @throws QuarryError as `databaseFailure` says.
 */
export type Run = (statement: SQL) => Promise<Rows>;

/**
 * Creates a `Run` over a database or a transaction.
 * @param owner What uses the database, for error messages.
 */
export function runner(db: SqlExecutor, owner: string): Run {
  return (statement) => convertErrors(owner, () => db.execute(statement));
}

/**
 * Creates a `Run` of prepared statements: each connection has the server parse and plan a text once, which takes a
 * third off a short search. Only for statements of few different texts. Drizzle itself has every statement parsed again.
 */
export function preparedRunner(db: SqlExecutor, owner: string): Run {
  const { $client: client } = db as { readonly $client?: Client };
  if (!client?.unsafe) return runner(db, owner);
  const { unsafe } = client;
  const dialect = new PgDialect();
  return (statement) =>
    convertErrors(owner, () => {
      const { sql, params } = dialect.sqlToQuery(statement);
      return unsafe(sql, params, { prepare: true });
    });
}

/** Runs a task and converts its errors as {@link databaseFailure} says. */
export async function convertErrors(owner: string, task: () => PromiseLike<Rows>): Promise<Rows> {
  try {
    return await task();
  } catch (error) {
    throw databaseFailure(owner, error);
  }
}

/** Returns how to reserve a connection from the pool of drizzle's database; undefined when the driver is not postgres.js. */
export function reserveOf(db: SqlExecutor): Reserve | undefined {
  const { $client: client } = db as { readonly $client?: Client };
  const reserve = client?.reserve;
  return reserve && (() => reserve());
}
