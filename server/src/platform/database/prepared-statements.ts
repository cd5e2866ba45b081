import type { PendingQuery, Row, Sql } from "postgres";
import { currentSignal, stoppableStatement } from "./stoppable-statements.ts";

/** Statements with more parameters contain lists. Each length is another statement, too rare to be worth preparing. */
const MAX_PARAMETERS = 40;

/** A statement as the driver sees it: the driver calls `reject` with its error. */
type Rejectable = PendingQuery<Row[]> & { reject(error: unknown): void };

/**
 * Makes the driver prepare the statements that Drizzle runs as text. The database then parses each statement once, and a
 * call takes one round trip instead of two. Statements of work that can be stopped (`withStoppableStatements`) end with it.
 * @param onError Receives the error of each statement.
 */
export function withPreparedStatements(sql: Sql, onError: (error: unknown) => void): Sql {
  return new Proxy(sql, {
    get(target, name) {
      if (name === "unsafe")
        return (text: string, parameters: never[] = [], options = {}) => {
          const prepare = parameters.length <= MAX_PARAMETERS;
          const create = (client: Sql) => {
            const statement = client.unsafe(text, parameters, { ...options, prepare }) as Rejectable;
            const { reject } = statement;
            // A listener of its own would run the statement, which is lazy.
            statement.reject = (error) => {
              onError(error);
              reject(error);
            };
            return statement;
          };
          const signal = currentSignal();
          return signal ? stoppableStatement(target, create, signal) : create(target);
        };
      const value: unknown = Reflect.get(target, name);
      if (name !== "begin" && name !== "savepoint") return value;
      const run = value as (...rest: unknown[]) => unknown;
      return (...rest: unknown[]) => {
        const work = rest.pop() as (transaction: Sql) => unknown;
        return run(...rest, (transaction: Sql) => work(withPreparedStatements(transaction, onError)));
      };
    },
  });
}
