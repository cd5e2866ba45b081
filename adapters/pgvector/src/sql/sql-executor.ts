import { QuarryError } from "@quarry/core";
import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";

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

/** What is used of postgres.js's client, which drizzle's database has at hand. */
interface Client {
  readonly reserve?: Reserve;
  readonly unsafe?: (
    statement: string,
    params: readonly unknown[],
    options: { readonly prepare: boolean },
  ) => PromiseLike<Rows>;
}

/** Runs a statement and answers its rows; throws `unavailable` when the database does not answer. */
export type Run = (statement: SQL) => Promise<Rows>;

/** Makes a database's errors errors of the port; they carry the statement with a tenant's text otherwise. */
export function runner(db: SqlExecutor): Run {
  return (statement) => orUnavailable(() => db.execute(statement));
}

async function orUnavailable(task: () => PromiseLike<Rows>): Promise<Rows> {
  try {
    return await task();
  } catch (cause) {
    throw new QuarryError("unavailable", "The vector store's database does not answer.", { cause });
  }
}

/**
 * Runs statements of few different texts: each connection has the server parse and plan a text once, which takes a
 * third off a short search. Drizzle has every statement parsed anew.
 */
export function preparedRunner(db: SqlExecutor): Run {
  const { $client: client } = db as { readonly $client?: Client };
  if (!client?.unsafe) return runner(db);
  const { unsafe } = client;
  const dialect = new PgDialect();
  return (statement) =>
    orUnavailable(() => {
      const { sql, params } = dialect.sqlToQuery(statement);
      return unsafe(sql, params, { prepare: true });
    });
}

/** How to reserve a connection of the pool behind drizzle's database; undefined when it is not postgres.js's. */
export function reserveOf(db: SqlExecutor): Reserve | undefined {
  const { $client: client } = db as { readonly $client?: Client };
  const reserve = client?.reserve;
  return reserve && (() => reserve());
}
