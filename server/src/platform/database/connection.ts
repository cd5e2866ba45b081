import type postgres from "postgres";
import type { Sql } from "postgres";

const MAX_RECONNECT_SECONDS = 0.5;

/** How to connect to a PostgreSQL server. */
export const CONNECTION = {
  connect_timeout: 10,
  // The driver's own waits grow to 20 s, and a caller would wait as long after the server is back.
  backoff: (attempts: number) => Math.min(0.05 * 2 ** attempts, MAX_RECONNECT_SECONDS),
  onnotice: () => undefined,
  // PostgreSQL plans a kept statement for its values each time: a general plan ignores the indexes of one model.
  connection: { plan_cache_mode: "force_custom_plan" },
};

/** Makes a client of one database; it connects with the first statement. */
export type Connect = (options: postgres.Options<Record<string, never>>) => Sql;
