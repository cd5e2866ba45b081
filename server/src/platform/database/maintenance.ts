import { sql } from "drizzle-orm";
import type { Log } from "../log/log.ts";
import type { Database } from "./database.ts";

/** Does what autovacuum does on a server. */
export interface Maintenance {
  /** Looks after the tables that need it; answers their names. */
  run(): Promise<string[]>;
  stop(): void;
}

const INTERVAL_MS = 30_000;
/** A table is looked after when this many rows and this share of its rows have changed, as autovacuum does. */
const MIN_CHANGED_ROWS = 500;
const CHANGED_SHARE = 0.2;

/**
 * Creates the maintenance of an embedded database, which has no autovacuum: without it dead rows would pile up with
 * every update, and the planner would know nothing of the tables.
 */
export function createMaintenance(db: Database, log: Log): Maintenance {
  async function run(): Promise<string[]> {
    await db.execute(sql`select pg_stat_force_next_flush()`);
    const tables = await db.execute<{ name: string }>(sql`
      select relname as name from pg_stat_user_tables
      where schemaname = 'public'
        and greatest(n_dead_tup, n_mod_since_analyze) > ${MIN_CHANGED_ROWS}::float8 + ${CHANGED_SHARE}::float8 * n_live_tup
      order by relname`);
    for (const { name } of tables) await db.execute(sql`vacuum (analyze) ${sql.identifier(name)}`);
    return tables.map(({ name }) => name);
  }

  const timer = setInterval(() => {
    run().catch((error) => log.error("maintenance of the database failed", error));
  }, INTERVAL_MS);
  timer.unref();

  return { run, stop: () => clearInterval(timer) };
}
