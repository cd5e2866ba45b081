import type postgres from "postgres";
import type { Sql } from "postgres";

const MAX_RECONNECT_SECONDS = 0.5;

/** How to connect to a PostgreSQL server. */
export const CONNECTION = {
  connect_timeout: 10,
  // The driver's default backoff grows to 20 s, so callers could wait that long after the server is back.
  backoff: (attempts: number) => Math.min(0.05 * 2 ** attempts, MAX_RECONNECT_SECONDS),
  onnotice: () => undefined,
  // Plans a prepared statement for its parameters on every execution: a generic plan ignores the partial indexes of a model.
  connection: { plan_cache_mode: "force_custom_plan" },
};

/** Creates a client of one database. It connects when it runs its first statement. */
export type Connect = (options: postgres.Options<Record<string, never>>) => Sql;
