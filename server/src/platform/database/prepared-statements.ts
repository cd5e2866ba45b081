import type { Sql } from "postgres";

/** Statements with more parameters contain lists. Each length is another statement, too rare to be worth preparing. */
const MAX_PARAMETERS = 40;

/**
 * Makes the driver prepare the statements that Drizzle runs as text. The database then parses each statement once, and a
 * call takes one round trip instead of two.
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
