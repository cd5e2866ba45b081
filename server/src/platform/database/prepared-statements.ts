import type { Sql } from "postgres";

/** Statements of more parameters, as lists make them, come in too many lengths to be worth keeping. */
const MAX_PARAMETERS = 40;

/**
 * Has the database keep the statements that a client runs as text, as drizzle does: each is then parsed once, and
 * sent in one round trip instead of two.
 */
export function withPreparedStatements(sql: Sql): Sql {
  return new Proxy(sql, {
    get(target, name) {
      if (name === "unsafe")
        return (text: string, parameters: never[] = [], options = {}) =>
          target.unsafe(text, parameters, { ...options, prepare: parameters.length <= MAX_PARAMETERS });
      const value: unknown = Reflect.get(target, name);
      if (name !== "begin" && name !== "savepoint") return value;
      const run = value as (...rest: unknown[]) => unknown;
      return (...rest: unknown[]) => {
        const work = rest.pop() as (transaction: Sql) => unknown;
        return run(...rest, (transaction: Sql) => work(withPreparedStatements(transaction)));
      };
    },
  });
}
