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

/**
 * Settings of connections for statements that only look rows up by their keys: a plan through the indexes suits tables of
 * all sizes, so the first one is kept. Planning takes as long as many such statements. One that takes longer than any caller
 * waits is ended by the server.
 */
export const KEPT_PLANS = {
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  statement_timeout: 30_000,
};

/** Options of a client. */
export interface ConnectOptions extends postgres.Options<Record<string, never>> {
  /**
   * Called when a connection that no transaction holds is left inside of one; the driver closes it and opens another. Part of
   * the driver's patch. Without it, plain statements may begin transactions on a client with one connection.
   */
  readonly onunclean?: () => void;
}

/** Creates a client of one database. It connects when it runs its first statement. */
export type Connect = (options: ConnectOptions) => Sql;
